/** As process.env is; users of the client need no types of Node for it. */
export type Environment = Readonly<Record<string, string | undefined>>;
