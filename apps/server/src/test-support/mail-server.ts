import { EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readMail, type ReceivedMail } from './read-mail.ts';

/** `hang` never answers; `cut` closes the connection. */
type Answer = 'hang' | 'cut' | (string & {});

/** What a client says, by its first word; `connection` before that and `message` after the message. */
type Moment = 'connection' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message';

export interface TestMailServer {
  url: URL;
  /** Oldest first, taken ones only. */
  mails: ReceivedMail[];
  /** Every line of every client, without messages. */
  readonly lines: readonly string[];
  /** Answers this moment so, every time, until `answerAsUsual`. A message that is cut was taken. */
  answer(at: Moment, answer: Answer): void;
  answerAsUsual(): void;
  /** Resolves when a client next reaches this step. */
  reaches(at: Moment): Promise<unknown>;
  close(): Promise<void>;
}

/** Speaks SMTP (RFC 5321) without TLS, and takes every login. */
export async function startMailServer(): Promise<TestMailServer> {
  const answers = new Map<Moment, Answer>();
  const moments = new EventEmitter();
  const mails: ReceivedMail[] = [];
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Clients may leave at any time.
    socket.on('error', () => undefined);
    converse(socket, { answers, moments, mails, lines });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: new URL(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`),
    mails,
    lines,
    answer: (at, answer) => void answers.set(at, answer),
    answerAsUsual: () => answers.clear(),
    reaches: (at) => once(moments, at),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const USUAL: Record<Moment, string> = {
  connection: '220 mail.test ESMTP',
  EHLO: '250-mail.test\r\n250-AUTH PLAIN\r\n250 8BITMIME',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Fine',
  RCPT: '250 2.1.5 Fine',
  DATA: '354 Go on',
  message: '250 2.0.0 Taken',
};

interface Conversation {
  answers: Map<Moment, Answer>;
  moments: EventEmitter;
  mails: ReceivedMail[];
  lines: string[];
}

function converse(socket: Socket, { answers, moments, mails, lines }: Conversation): void {
  const envelope = { from: '', to: '' };
  let unread = '';
  let isInMessage = false;
  /** Returns whether the client may go on. */
  const answerAt = (moment: Moment): boolean => {
    moments.emit(moment);
    const answer = answers.get(moment) ?? USUAL[moment];
    if (answer === 'cut') socket.destroy();
    else if (answer !== 'hang') socket.write(`${answer}\r\n`);
    return /^[23]/.test(answer);
  };
  answerAt('connection');
  const readLine = (line: string) => {
    lines.push(line);
    const [verb = ''] = line.toUpperCase().split(' ');
    if (verb === 'QUIT') socket.end('221 Bye\r\n');
    else if (verb === 'MAIL' || verb === 'RCPT') {
      envelope[verb === 'MAIL' ? 'from' : 'to'] = /<(.*)>/.exec(line)?.[1] ?? '';
      answerAt(verb);
    } else if (verb === 'EHLO' || verb === 'AUTH') answerAt(verb);
    else if (verb === 'DATA') isInMessage = answerAt(verb);
    else socket.write('500 What?\r\n');
  };
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    unread += chunk;
    for (;;) {
      const end = unread.indexOf(isInMessage ? '\r\n.\r\n' : '\r\n');
      if (end === -1) return;
      const text = unread.slice(0, end);
      unread = unread.slice(end + (isInMessage ? 5 : 2));
      if (!isInMessage) readLine(text);
      else {
        isInMessage = false;
        const mail = readMail(text.replaceAll('\r\n..', '\r\n.'), envelope);
        const isTaken = ['cut', undefined].includes(answers.get('message'));
        if (isTaken) mails.push(mail);
        answerAt('message');
      }
    }
  });
}
