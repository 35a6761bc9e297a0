const PATHS = {
  right: "M2 3h12v10H2ZM8 3v10",
  down: "M2 3h12v10H2ZM2 8h12",
  zoom: "M9 3h4v4M7 13H3V9M13 3 9 7M3 13l4-4",
  unzoom: "M13 7H9V3M3 9h4v4M9 7l4-4M7 9l-4 4",
  find: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  past: "M8 4v4l3 2M2.5 8a5.5 5.5 0 1 0 1.6-3.9L2.5 5.6M2.5 2.5v3.1h3.1",
  wrap: "M2 4h12M2 8h9.5a2 2 0 0 1 0 4H9M10.5 10.5 9 12l1.5 1.5M2 12h3.5",
  grid: "M2 3h12v10H2ZM2 6.3h12M2 9.6h12M6 3v10M10 3v10",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z",
  play: "M4.5 3v10l8-5Z",
  pause: "M5 3v10M11 3v10",
} as const;

/** A small drawing for a button; the button has the name. */
export function Icon(props: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon-drawing" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={PATHS[props.name]}
        fill="none"
        stroke="currentColor"
        stroke-width={props.name === "more" ? 2.4 : 1.5}
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
