import type { LoggedRequest } from './bench.ts';
import type { Scenario, Verdict } from './scenario.ts';

const longestRangeSeconds = 90 * 86_400;
const nothingYet: Verdict = { isRight: null, said: 'Your app has sent no request since.' };

const parametersOf = ({ query }: LoggedRequest) => new URLSearchParams(query);
const inWords = (count: number) => (count === 1 ? '1 request' : `${count} requests`);

function isTooLong(request: LoggedRequest): boolean {
  const parameters = parametersOf(request);
  if (parameters.has('balances-only')) return false;
  const start = parameters.get('start-date');
  const end = Number(parameters.get('end-date') ?? Date.parse(request.at) / 1000);
  return start === null || end - Number(start) > longestRangeSeconds;
}

const watch = {
  title: 'Watch the app’s requests',
  run: (bank: { watch(): Promise<object> }) => bank.watch(),
};

/** What the app itself does, which the request log shows. */
export const requests: readonly Scenario[] = [
  {
    id: 'pending-parameter',
    title: 'pending=0',
    bankDoes:
      'SimpleFIN lists pending rows for `pending=1` only. A strict server answers 400 to any other value.',
    rightAppDoes: 'It sends `pending=1` or leaves the parameter out.',
    steps: { simplefin: [watch] },
    check: (sent) => {
      if (sent.length === 0) return nothingYet;
      const wrong = sent.find((request) => (parametersOf(request).get('pending') ?? '1') !== '1');
      return wrong === undefined
        ? { isRight: true, said: `Your app sent ${inWords(sent.length)}, none with another value.` }
        : { isRight: false, said: `Your app sent pending=${parametersOf(wrong).get('pending')}: 400.` };
    },
  },
  {
    id: 'range-over-90-days',
    title: 'More than 90 days at once',
    bankDoes:
      'SimpleFIN cuts longer ranges to 90 days, with the error `gen.api`. The history is then silently short.',
    rightAppDoes: 'It asks for at most 90 days at once, and treats a cut answer as a failure.',
    steps: {
      simplefin: [
        watch,
        {
          title: 'Cut every answer',
          run: async (bank) => {
            const { token_id } = await bank.token();
            const message = 'Requested date range exceeds limit of 90 days and was capped.';
            await bank.bench.simplefin('/problems/add', { token_id, code: 'gen.api', message });
            return {};
          },
        },
        { title: 'Answer in full again', run: (bank) => bank.clearProblems() },
      ],
    },
    check: (sent) => {
      if (sent.length === 0) return nothingYet;
      const tooLong = sent.filter(isTooLong).length;
      return tooLong === 0
        ? { isRight: true, said: `Your app sent ${inWords(sent.length)}, none for more than 90 days.` }
        : { isRight: false, said: `${inWords(tooLong)} had more than 90 days and were cut.` };
    },
  },
  {
    id: 'one-request-per-account',
    title: 'A request for each account',
    bankDoes:
      'SimpleFIN expects 24 requests a day. It warns from the 25th, refuses from the 49th, and disables the token at the 97th.',
    rightAppDoes: 'It asks for all accounts in one request, and counts its requests itself.',
    steps: { simplefin: [watch] },
    check: (sent) => {
      if (sent.length === 0) return nothingYet;
      const single = sent.filter(({ kind }) => kind === 'per_account').length;
      const accounts = new Set(sent.flatMap((request) => parametersOf(request).getAll('account'))).size;
      if (single > 0) {
        const said = `Your app sent ${inWords(single)} for ${accounts} single accounts.`;
        return { isRight: false, said };
      }
      return sent.length <= 24
        ? { isRight: true, said: `Your app sent ${inWords(sent.length)}, each for all accounts.` }
        : {
            isRight: false,
            said: `Your app sent ${inWords(sent.length)}: SimpleFIN expects at most 24 a day.`,
          };
    },
  },
  {
    id: 'refused-for-too-many-requests',
    title: 'Refused for too many requests',
    bankDoes: 'SimpleFIN answers 429 until further notice.',
    rightAppDoes: 'It stops for a day: an app that keeps asking loses the token.',
    steps: {
      simplefin: [
        {
          title: 'Refuse all requests',
          run: async (bank) => {
            await bank.watch();
            return bank.fail({ kind: 'status', status: 429 });
          },
        },
        {
          title: 'Let a day pass, and answer again',
          run: async (bank) => {
            await bank.mend();
            bank.bench.passDays(1);
            return {};
          },
        },
      ],
    },
    check: (sent) => {
      const [first] = sent;
      if (first === undefined) return nothingYet;
      const dayAfter = Date.parse(first.at) + 86_400_000;
      const tooEarly = sent.filter(({ at }) => Date.parse(at) < dayAfter).length - 1;
      return tooEarly === 0
        ? { isRight: true, said: 'Your app asked once, and not again within a day.' }
        : { isRight: false, said: `Your app sent ${inWords(tooEarly)} more within a day of the refusal.` };
    },
  },
];
