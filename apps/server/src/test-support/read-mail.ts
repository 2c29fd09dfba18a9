export interface ReceivedMail {
  /** The sender of the envelope, which the header may not name. */
  from: string;
  to: string;
  /** By lower-case name, decoded. */
  headers: ReadonlyMap<string, string>;
  subject: string;
  text: string;
  html: string;
  raw: string;
}

/** Reads a mail with a plain text and its HTML twin (RFC 2046), as a mail program would. */
export function readMail(raw: string, envelope: { from: string; to: string }): ReceivedMail {
  const { headers, body } = readPart(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  const parts =
    boundary === undefined
      ? [{ headers, body }]
      : body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => readPart(part.replace(/^\r\n/, '')));
  const contentOf = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type));
    return part === undefined ? '' : decodeBody(part.body, part.headers.get('content-transfer-encoding'));
  };
  return {
    ...envelope,
    headers,
    subject: headers.get('subject') ?? '',
    text: contentOf('text/plain'),
    html: contentOf('text/html'),
    raw,
  };
}

/** The first link of a mail's text to a path that begins so. */
export function linkIn({ text }: ReceivedMail, path: string): string {
  const link = text.split(/\s+/).find((word) => URL.parse(word)?.pathname.startsWith(path));
  if (link === undefined) throw new Error(`There is no link to ${path} in: ${text}`);
  return link;
}

function readPart(part: string): { headers: Map<string, string>; body: string } {
  const end = part.indexOf('\r\n\r\n');
  const lines = part
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
  return { headers, body: part.slice(end + 4) };
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_word, encoding: string, encoded: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64').toString()
        : decodeQuoted(encoded.replaceAll('_', ' ')),
    );
}

function decodeBody(body: string, encoding = '7bit'): string {
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? decodeQuoted(body.replaceAll('=\r\n', ''))
        : body;
  return text.replaceAll('\r\n', '\n').trimEnd();
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
