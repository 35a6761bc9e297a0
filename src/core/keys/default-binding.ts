/** A binding as list-keys prints it, which is also how it can be given to bind-key. */
export interface DefaultBinding {
  readonly key: string;
  readonly command: string;
  readonly note?: string;
  readonly repeat?: boolean;
}
