const SIZES = ["B", "K", "M", "G", "T"] as const;

/** Bytes in three or four characters: 512B, 3.4K, 45M, 1.2G. */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < SIZES.length - 1) [value, unit] = [value / 1024, unit + 1];
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toFixed(digits)}${SIZES[unit]}`;
}

/** 0.4%, 12%, 200%. */
export function percentText(percent: number): string {
  return `${percent >= 10 || percent === 0 ? percent.toFixed(0) : percent.toFixed(1)}%`;
}
