export interface DefaultBinding {
  readonly key: string;
  readonly command: string;
  readonly note?: string;
  readonly repeat?: true;
}

export const defaultBindings: ReadonlyMap<string, readonly DefaultBinding[]> = new Map();
