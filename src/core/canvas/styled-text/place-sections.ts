import type { StyledText } from "./read-sections.ts";
import type { Section } from "./section.ts";

/** Columns `start` to `start + width` of a section, `offset` columns from the start of the line. */
export interface Placement {
  readonly section: Section;
  readonly offset: number;
  readonly start: number;
  readonly width: number;
}

/** The parts that share the line, with the columns available to each. */
type Part = "left" | "centre" | "right" | "absolute" | "list" | "after";
type Widths = Record<Part, number>;

interface Room extends Pick<StyledText, "sections" | "focus"> {
  readonly available: number;
}

/** The placement of all parts in drawing order: later parts cover earlier ones. */
export function placeSections(text: StyledText, available: number): Placement[] {
  return BY_ALIGNMENT[text.listAlign]({ ...text, available });
}

const BY_ALIGNMENT: Readonly<Record<StyledText["listAlign"], (room: Room) => Placement[]>> = {
  default: placeWithoutList,
  left: placeListLeft,
  centre: placeListCentre,
  right: placeListRight,
  "absolute-centre": placeListInAbsoluteCentre,
};

/**
 * The columns of each part when the parts of each order share the line. They lose columns until they fit: the first part
 * while it has any, then the next.
 */
function widthsOf({ sections, available }: Room, ...orders: readonly (readonly Part[])[]): Widths {
  const widths: Widths = {
    left: sections.left.width,
    centre: sections.centre.width,
    right: sections.right.width,
    absolute: sections.absolute.width,
    list: sections.list.width,
    after: sections.after.width,
  };
  for (const order of orders) {
    let excess = order.reduce((sum, part) => sum + widths[part], -available);
    for (const part of order) {
      const cut = Math.max(0, Math.min(excess, widths[part]));
      widths[part] -= cut;
      excess -= cut;
    }
  }
  return widths;
}

const half = (n: number): number => Math.trunc(n / 2);

function atStart(section: Section, offset: number, width: number): Placement {
  return { section, offset, start: 0, width };
}

function atEnd(section: Section, offset: number, width: number): Placement {
  return { section, offset, start: section.width - width, width };
}

function middleOf(section: Section, offset: number, width: number): Placement {
  return { section, offset: offset - half(width), start: half(section.width) - half(width), width };
}

function inAbsoluteCentre({ sections, available }: Room): Placement {
  const width = Math.min(sections.absolute.width, available);
  return atStart(sections.absolute, half(available - width), width);
}

function placeWithoutList(room: Room): Placement[] {
  const { sections, available } = room;
  const { left, right, centre } = widthsOf(room, ["centre", "right", "left"]);
  return [
    atStart(sections.left, 0, left),
    atEnd(sections.right, available - right, right),
    middleOf(sections.centre, left + half(available - right - left), centre),
    inAbsoluteCentre(room),
  ];
}

/** No column is left for the list: the text after it joins the part that contained the list. */
function withoutList(room: Room, part: "left" | "centre" | "right", after: number): Placement[] {
  room.sections[part].append(room.sections.after, after);
  return placeWithoutList(room);
}

const BESIDE_LIST: readonly Part[] = ["centre", "list", "right", "after", "left"];

function placeListLeft(room: Room): Placement[] {
  const { sections, available } = room;
  const { left, right, centre, list, after } = widthsOf(room, BESIDE_LIST);
  if (list === 0) return withoutList(room, "left", after);
  const taken = left + list + after;
  return [
    atStart(sections.left, 0, left),
    atEnd(sections.right, available - right, right),
    atStart(sections.after, left + list, after),
    middleOf(sections.centre, taken + half(available - right - taken), centre),
    ...placeList(room, { offset: left, width: list, focus: 0 }),
    inAbsoluteCentre(room),
  ];
}

function placeListCentre(room: Room): Placement[] {
  const { sections, available } = room;
  const { left, right, centre, list, after } = widthsOf(room, ["list", "after", "centre", "right", "left"]);
  if (list === 0) return withoutList(room, "centre", after);
  const offset = left + half(available - right - left) - half(list);
  return [
    atStart(sections.left, 0, left),
    atEnd(sections.right, available - right, right),
    atStart(sections.centre, offset - centre, centre),
    atStart(sections.after, offset + list, after),
    ...placeList(room, { offset, width: list, focus: half(sections.list.width) }),
    inAbsoluteCentre(room),
  ];
}

function placeListRight(room: Room): Placement[] {
  const { sections, available } = room;
  const { left, right, centre, list, after } = widthsOf(room, BESIDE_LIST);
  if (list === 0) return withoutList(room, "right", after);
  const rest = available - right - list - after;
  return [
    atStart(sections.left, 0, left),
    atEnd(sections.after, available - after, after),
    atStart(sections.right, rest, right),
    middleOf(sections.centre, left + half(rest - left), centre),
    ...placeList(room, { offset: available - list - after, width: list, focus: 0 }),
    inAbsoluteCentre(room),
  ];
}

/** The list and the text beside it cover the rest, which is shortened separately. */
function placeListInAbsoluteCentre(room: Room): Placement[] {
  const { sections, available } = room;
  const widths = widthsOf(room, ["centre", "right", "left"], ["list", "after", "absolute"]);
  const { left, right, centre, list, after, absolute } = widths;
  const middle = left + half(available - right - left);
  const offset = half(available - list - absolute);
  return [
    atStart(sections.left, 0, left),
    atEnd(sections.right, available - right, right),
    atStart(sections.centre, middle - centre, centre),
    atStart(sections.absolute, offset, absolute),
    ...placeList(room, { offset: offset + absolute, width: list, focus: half(sections.list.width) }),
    atStart(sections.after, offset + absolute + list, after),
  ];
}

interface ListRoom {
  readonly offset: number;
  readonly width: number;
  /** The column to keep visible if the text names none. */
  readonly focus: number;
}

/** Places as much of the list around its focus as fits, with a marker at each cut end. */
function placeList({ sections, focus }: Room, { offset, width, focus: middle }: ListRoom): Placement[] {
  const { list, leftMarker, rightMarker } = sections;
  if (width >= list.width) return [atStart(list, offset, width)];
  const centre = focus ? focus.start + half(focus.end - focus.start) : middle;
  let start = Math.min(Math.max(centre - half(width), 0), list.width - width);
  const placed: Placement[] = [];
  let at = offset;
  let room = width;
  if (start !== 0 && room > leftMarker.width) {
    placed.push(atStart(leftMarker, at, leftMarker.width));
    at += leftMarker.width;
    start += leftMarker.width;
    room -= leftMarker.width;
  }
  if (start + room < list.width && room > rightMarker.width) {
    room -= rightMarker.width;
    placed.push(atStart(rightMarker, at + room, rightMarker.width));
  }
  return [...placed, { section: list, offset: at, start, width: room }];
}
