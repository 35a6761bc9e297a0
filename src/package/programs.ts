import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The native programs of this package that run on this machine. */
export interface Programs {
  /** The directory of `mullion`, `tmux` and `mullion-pane-backend`, which panes have first on PATH. */
  readonly bin: string;
  readonly mullion: string;
  readonly tmux: string;
  readonly holder: string;
  /** The addon that says which user is at the other end of a connection. */
  readonly peerUid: string;
}

/** As in the names of the directories in prebuilt/. */
export const thisPlatform = `${process.platform}-${process.arch}`;

/** A checkout compiles its own programs into bin/; a package carries those of each platform. */
export function programs(root: string): Programs {
  const compiled = existsSync(join(root, "bin/mullion"));
  const prebuilt = join(root, `prebuilt/${thisPlatform}`);
  const bin = join(compiled ? root : prebuilt, "bin");
  const others = compiled ? join(root, "native/build") : prebuilt;
  return {
    bin,
    mullion: join(bin, "mullion"),
    tmux: join(bin, "tmux"),
    holder: join(others, "mullion-holder"),
    peerUid: join(others, "peer-uid.node"),
  };
}

/** The package that a program in its directory `bin` belongs to. */
export function packageOf(program: string): string {
  const root = dirname(dirname(program));
  const prebuilt = dirname(root);
  return basename(root) === thisPlatform && basename(prebuilt) === "prebuilt" ? dirname(prebuilt) : root;
}
