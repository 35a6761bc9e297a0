import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";
import { isIP, isIPv6 } from "node:net";

/** A certificate with its private key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Browsers of Apple accept no certificate that is valid for longer. */
const DAYS = 396;
const DAY_MS = 24 * 60 * 60_000;

/** Object identifiers, encoded. */
const OID = {
  ecdsaWithSha256: "06082a8648ce3d040302",
  commonName: "0603550403",
  subjectAltName: "0603551d11",
  basicConstraints: "0603551d13",
  keyUsage: "0603551d0f",
  extendedKeyUsage: "0603551d25",
  serverAuth: "06082b06010505070301",
} as const;

/**
 * A self-signed certificate for a TLS server with these names and addresses: ECDSA on P-256. Node can use certificates but
 * issue none, so the structure of RFC 5280 is written here, in DER: each value is a tag, a length and its content.
 */
export function selfSigned(names: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(hex(OID.ecdsaWithSha256));
  const subject = sequence(der(0x31, sequence(hex(OID.commonName), der(0x0c, Buffer.from("Mullion")))));
  const now = Date.now();
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))), // version 3
    der(0x02, Buffer.concat([Buffer.of(0x40), randomBytes(15)])), // a positive serial number
    algorithm,
    subject,
    sequence(utcTime(now - DAY_MS), utcTime(now + DAYS * DAY_MS)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions(names))),
  );
  const signature = sign("sha256", content, { key: privateKey, dsaEncoding: "der" });
  const whole = sequence(content, algorithm, bits(signature));
  return { cert: pem(whole), key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

/** SHA-256 of a certificate, as browsers and openssl show it. */
export function fingerprint(cert: string): string {
  const { raw } = new X509Certificate(cert);
  const digest = createHash("sha256").update(raw).digest("hex").toUpperCase();
  return digest.replace(/(..)(?!$)/g, "$1:");
}

function extensions(names: readonly string[]): Buffer[] {
  const extension = (oid: string, content: Buffer, isCritical = false) =>
    sequence(hex(oid), ...(isCritical ? [der(0x01, Buffer.of(0xff))] : []), der(0x04, content));
  return [
    extension(OID.basicConstraints, sequence(), true),
    extension(OID.keyUsage, der(0x03, Buffer.of(7, 0x80)), true), // digitalSignature
    extension(OID.extendedKeyUsage, sequence(hex(OID.serverAuth))),
    extension(OID.subjectAltName, sequence(...names.map(alternativeName))),
  ];
}

function alternativeName(name: string): Buffer {
  return isIP(name) ? der(0x87, addressBytes(name)) : der(0x82, Buffer.from(name, "latin1"));
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  // The parser of addresses writes an IPv4 tail in hexadecimal.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string | undefined) => (text ? text.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function bits(content: Buffer): Buffer {
  return der(0x03, Buffer.concat([Buffer.of(0), content]));
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, "");
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}

function der(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), derLength(content.length), content]);
}

function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}

function hex(text: string): Buffer {
  return Buffer.from(text, "hex");
}

function pem(content: Buffer): string {
  const lines = content.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
