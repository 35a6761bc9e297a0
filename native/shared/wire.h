/*
 * The two wires of Mullion's native part, in one place.
 *
 *   client wire:  the `tmux` / `mullion` client (C)  ->  daemon (TypeScript)
 *   holder wire:  daemon (TypeScript)                ->  holder (C), one connection per pane
 *   launcher:     daemon (TypeScript)                ->  launcher (C), on the launcher's stdin and stdout
 *
 * A connection opens with an 8-byte preamble from the side that connected (for the launcher: from the daemon):
 *   F5 'M' 'L' 'N'  role  0  version (u16)
 * F5 never starts UTF-8 text, so the daemon's socket can distinguish this wire from JSON and HTTP by its first byte.
 * A side that does not speak the version answers with one REFUSED frame that holds a sentence, then closes.
 *
 * After it both directions carry frames:   length (u32, of the payload alone)  type (u8)  payload
 * All integers are little endian. `str` is a u32 byte count and the bytes (no NUL at the end).
 * `list` is a u32 count and that many `str`. Payloads longer than the limit below are a protocol fault: the
 * connection is closed after a REFUSED frame, and nothing else is affected.
 *
 * The frames of lending are in lending/lending-wire.h: 7 and 76 of the client wire, 10 to
 * 14 and 71 to 75 of the holder wire.
 *
 * Change anything here: raise the version of that wire, and src/wire/ with it (test/pins holds the values). A new version
 * of the holder wire is frozen, see test/process/native/frozen-wire.test.ts.
 */
#ifndef MULLION_WIRE_H
#define MULLION_WIRE_H

#define WIRE_MAGIC "\xF5MLN"
#define WIRE_PREAMBLE_SIZE 8
#define WIRE_HEADER_SIZE 5

#define WIRE_ROLE_CLIENT 'c'
#define WIRE_ROLE_HOLDER 'h'
#define WIRE_ROLE_LAUNCHER 'l'

#define CLIENT_WIRE_VERSION 3
/* holders outlive the daemon that started them: a newer daemon must still speak this version */
#define HOLDER_WIRE_VERSION 1
#define LAUNCHER_WIRE_VERSION 4 /* a launcher always belongs to the daemon's own install */

#define WIRE_MAX_CLIENT_PAYLOAD (16u * 1024 * 1024) /* one HELLO carries argv and the environment */
#define WIRE_MAX_HOLDER_PAYLOAD (16u * 1024 * 1024)

/* ---- client -> daemon ---- */
enum client_to_daemon {
	/* u64 request id (random; the same on a retry)  u32 flags  u16 cols  u16 rows  u32 pid
	 * u8 the character that erases on its terminal (0: none)  u64 stdin bytes that a previous daemon handled
	 * str program ("tmux" or "mullion": the last part of argv[0])  str cwd  str tty name (or empty)
	 * list argv (without argv[0])  list environment ("K=V")
	 * str the cursor of the last DAEMON_PROGRESS (absent: there was none) */
	CLIENT_HELLO = 1,
	/* bytes; only after DAEMON_WANT_STDIN 1. In raw mode, when a client resends bytes to the next daemon, a frame of
	 * more than TYPED_SINGLY_BYTES keeps its boundaries, and bytes from smaller frames never travel in a larger frame. */
	CLIENT_STDIN = 2,
	CLIENT_STDIN_EOF = 3, /* empty */
	CLIENT_RESIZE = 4,    /* u16 cols  u16 rows */
	CLIENT_SIGNAL = 5,    /* u8 signal number: the client received INT, TERM or HUP, or was continued or unlocked (CONT) */
	CLIENT_DRAWN = 6,     /* u32 bytes of DAEMON_STDOUT that its raw terminal has accepted since the last DRAWN */
};

/* The daemon types keys from frames up to this size one by one, and a holder discards keys that it already has. A
 * larger frame is typed in one write. Less than HOLDER_INPUT_IDS, so that a holder remembers all keys of one frame. */
#define TYPED_SINGLY_BYTES 128u

#define CLIENT_FLAG_STDIN_TTY 1u
#define CLIENT_FLAG_STDOUT_TTY 2u
#define CLIENT_FLAG_STDERR_TTY 4u
#define CLIENT_FLAG_RETRY 8u /* a daemon died before EXIT; this repeats the same request */
#define CLIENT_FLAG_RESUMES 16u /* the client knows DAEMON_PROGRESS */
#define CLIENT_FLAG_PROGRESS_LINE 32u /* the client knows DAEMON_PROGRESS_LINE */

/* ---- daemon -> client ---- */
enum daemon_to_client {
	DAEMON_STDOUT = 65,     /* bytes */
	DAEMON_STDERR = 66,     /* bytes */
	DAEMON_EXIT = 67,       /* u8 status  u8 1: hang up the parent process first; the last frame */
	DAEMON_WANT_STDIN = 68, /* u8 1: relay stdin from now on, 0: stop */
	/* u8 1: put the terminal in raw mode, 0: restore it; bytes: what to print when the client returns the terminal,
	 * however it ends (empty: keep the previous bytes) */
	DAEMON_RAW = 69,
	DAEMON_EXEC = 70,       /* list argv: restore the terminal and become this program */
	DAEMON_REFUSED = 71,    /* str sentence: print it on stderr, exit 1 */
	DAEMON_SUSPEND = 72,    /* empty: restore the terminal and stop (SIGTSTP), as tmux's suspend-client */
	/* u8 1: this is a control client (-C): the client never repeats the request, and reports a lost daemon on stdout as
	 * tmux does; 2: the same, with the terminal in the mode of -CC */
	DAEMON_CONTROL = 73,
	/* str  bytes: restore the terminal, write the bytes to it, run this shell command, return to raw mode, and send
	 * CONT */
	DAEMON_LOCK = 74,
	/* u64: stdin bytes that the daemon has handled. In raw mode the client resends later bytes to the next daemon. */
	DAEMON_STDIN_TAKEN = 75,
	/* str cursor  bytes for stdout. A repeat of the request carries the cursor, which only the daemon reads, and the
	 * repeated answer begins after these bytes. One frame has both, so that a client never has one without the other.
	 * Sent only to a client with CLIENT_FLAG_RESUMES, so the version is unchanged. */
	DAEMON_PROGRESS = 77,
	/* text without a line break: what the call waits for. The client shows it on stderr, a terminal, in the place of the
	 * previous text, and removes it when another frame comes or the connection ends (empty: now). It is no part of the
	 * answer. Sent only to a client with CLIENT_FLAG_PROGRESS_LINE, so the version is unchanged. */
	DAEMON_PROGRESS_LINE = 78,
};

/* ---- daemon -> holder ---- */
enum daemon_to_holder {
	/* u64 offset: send output from here on; everything before it is durably accepted. The first frame of a connection.
	 * A newer connection replaces an older one. */
	HOLDER_RESUME = 1,
	HOLDER_ACK = 2,    /* u64 offset: everything before it is durably accepted and may be discarded */
	/* u64 input id (0: none)  bytes; the holder acknowledges a known id without writing its bytes again */
	HOLDER_INPUT = 3,
	HOLDER_RESIZE = 4, /* u16 cols  u16 rows  u16 xpixel  u16 ypixel */
	HOLDER_SIGNAL = 5, /* u8 signal  u8 whom: 0 the child, 1 the foreground process group, 2 the whole session */
	HOLDER_QUERY = 6,  /* u32 sequence; answered by PANE_STATE */
	HOLDER_CLOSE = 7,  /* u32 grace in ms: SIGHUP to the pane's processes now, SIGKILL after the grace period */
	/* empty: the exit is durably accepted; the holder removes its socket and ends. A holder without a terminal may
	 * receive this frame before the exit: it then continues without a daemon when the connection ends, and ends with
	 * its child. */
	HOLDER_FORGET = 8,
	/* empty: the child reads to the end of its input. Only for a child without a terminal; no holder of an earlier
	 * install has such a child, so the version is unchanged. */
	HOLDER_END_INPUT = 9,
	/* empty: the holder creates its socket file again if the file was removed. Sent only to a holder whose PANE_WELCOME
	 * announces this ability, so the version is unchanged. */
	HOLDER_LISTEN = 15,
	/* bytes: replaces the description that the holder stores. Sent only to a holder whose PANE_WELCOME carries a
	 * description, so the version is unchanged. */
	HOLDER_DESCRIBE = 16,
};

/* ---- holder -> daemon ---- */
enum holder_to_daemon {
	/* u32 holder pid  u32 child pid  str tty name  u64 first offset kept  u64 end offset  u16 cols  u16 rows
	 * u64 start time (ms since the epoch)  u8 exited  u8 abilities (absent: an earlier install): from 2 on it
	 * knows the frames of lending/lending-wire.h, from 3 on it keeps a description, from 4 on it remembers
	 * HOLDER_MOST_INPUT_IDS, from 5 on it knows HOLDER_LISTEN  str description: the daemon's own words about the pane, which the
	 * holder stores and never reads
	 * The first frame, right after the preamble was read. */
	PANE_WELCOME = 65,
	PANE_OUTPUT = 66,      /* u64 offset of the first byte  bytes */
	PANE_INPUT_TAKEN = 67, /* u64 input id: the holder has written every byte of it to the PTY */
	/* u32 sequence  u32 foreground process group  u8 canonical  u8 echo  u8 child alive u32 bytes of input that no
	 * process has read  str foreground command name (its argv[0], unchanged) str foreground cwd (either may be empty)
	 * u64 bytes of input ever received (absent: an earlier install) */
	PANE_STATE = 68,
	PANE_EXIT = 69,    /* u8 exit status  u8 signal (0: none)  u64 final offset; after the last byte of output */
	PANE_REFUSED = 70, /* str sentence */
};

/* ---- daemon -> launcher ---- */
enum daemon_to_launcher {
	/* u64 key  str socket path  str cwd  str file (empty: argv[0])  list argv  list environment  u16 cols  u16 rows
	 * u8 kind (enum launch_kind)  str description (see PANE_WELCOME; at most HOLDER_DESCRIPTION_BYTES)
	 * The file is looked up on the PATH of the given environment. An empty argv is refused. */
	LAUNCH = 1,
	/* u64 key  u32 session  u8 signal (0: only count): signals every process of a session whose holder is gone.
	 * Answered by SESSION_SIGNALLED. */
	SIGNAL_SESSION = 2,
};

/* ---- launcher -> daemon ---- */
enum launcher_to_daemon {
	LAUNCHED = 65, /* u64 key  u32 holder pid  u32 child pid  str tty name; the holder's socket is listening */
	/* u64 key  u8 stage  u32 errno  str sentence, such as "cannot run nosuch: No such file or directory" */
	LAUNCH_FAILED = 66,
	SESSION_SIGNALLED = 67, /* u64 key  u32 number of processes in the session */
	LAUNCHER_REFUSED = 70, /* str sentence; the launcher ends */
};

enum launch_kind {
	KIND_PANE = 0, /* a PTY */
	KIND_PIPE = 1, /* one stream for standard input and output, /dev/null for standard error; held like a pane */
	KIND_JOB = 2,  /* the same, released with its daemon: it continues without one, and the holder ends with it */
};

enum launch_stage { STAGE_SOCKET = 1, STAGE_PTY = 2, STAGE_FORK = 3, STAGE_CWD = 4, STAGE_EXEC = 5 };

/* Output that a holder keeps until a daemon accepts it; when full, the holder stops reading the PTY. */
#define HOLDER_KEEP_BYTES (1024u * 1024)
/* Input that a holder queues for a child that does not read; when full, the holder stops reading its connection at the
 * next HOLDER_INPUT. A daemon that keeps its unacknowledged input below this (and below HOLDER_INPUT_IDS inputs) never
 * has an ACK or a CLOSE blocked behind input. */
#define HOLDER_QUEUE_BYTES (1024u * 1024)
/* Input ids that a holder remembers, so that a request repeated after a daemon's death is not typed twice. */
#define HOLDER_INPUT_IDS 256
/* Longest description that a holder stores; it refuses a longer one. */
#define HOLDER_DESCRIPTION_BYTES (64u * 1024)
/* A holder that announces 4 in PANE_WELCOME remembers up to this many ids while a child does not read; others 256. */
#define HOLDER_MOST_INPUT_IDS 16384

#endif
