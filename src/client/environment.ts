/** The shape of process.env, without Node's types for users of the client. */
export type Environment = Readonly<Record<string, string | undefined>>;
