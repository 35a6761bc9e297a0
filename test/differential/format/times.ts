/** Moments around the turns of years, weeks and leap days, in seconds. */
export const moments: readonly number[] = [
  1,
  86_399,
  951_782_400, // 29 February 2000
  1_078_012_800, // 29 February 2004
  1_104_537_600, // 1 January 2005, in a week of 2004
  1_230_768_000, // 1 January 2009
  1_262_304_000, // 1 January 2010, in week 53
  1_293_840_000,
  1_325_376_000, // 1 January 2012, a Sunday
  1_451_606_400,
  1_483_228_800,
  1_546_300_800,
  1_577_836_800,
  1_609_459_200,
  1_672_531_199,
  1_709_210_000, // 29 February 2024
  1_735_603_200, // 31 December 2024, in week 1
  1_767_225_600,
  4_102_444_800, // 2100, no leap year
];

/** Seconds before now, at each side of where the short form changes. */
export const ages: readonly number[] = [
  0,
  60,
  3600,
  86_000,
  86_800,
  3 * 86_400,
  20 * 86_400,
  27 * 86_400,
  29 * 86_400,
  60 * 86_400,
  200 * 86_400,
  300 * 86_400,
  340 * 86_400,
  400 * 86_400,
  3000 * 86_400,
];

/** Every conversion there is; the percent signs are doubled because display-message passes its text through strftime. */
export const timeFormat = [..."aAbBcCdDeFgGhHIjklmMpPrRsStTuUVwWxXyYzZ"]
  .map((letter) => (letter === "t" ? "" : `%%${letter}`))
  .filter(Boolean)
  .join("|")
  .replaceAll(":", "#:");

/** Every conversion with flags, widths and modifiers, in texts that are shorter than tmux's buffer of 512 bytes. */
export const timeShapes: readonly string[] = [
  "",
  "-",
  "0",
  "_",
  "^",
  "#",
  "-0",
  "0-",
  "_0",
  "-^",
  "+",
].flatMap((flags) =>
  ["", "3", "12"].flatMap((width) =>
    // With #, the GNU C library leaves the letter of the unknown %#Ea alone, but not that of %#Eb.
    (flags === "#" ? [""] : ["", "E", "O"]).flatMap((modifier) => {
      const shaped = timeFormat.replaceAll("%%", `%%${flags}${width}${modifier}`);
      const half = shaped.indexOf("|", shaped.length / 2);
      return [shaped.slice(0, half), shaped.slice(half + 1)];
    }),
  ),
);
