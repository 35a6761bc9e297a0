export interface Size {
  readonly cols: number;
  readonly rows: number;
}
