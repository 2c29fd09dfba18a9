import type { StepResult } from './bench.ts';
import type { Scenario } from './scenario.ts';

const errorPage =
  '<!doctype html><title>Sorry</title><p>Something went wrong. See https://user:secret@status.example/</p>';

const tokenOf = async (claimUrl: string): Promise<StepResult> => ({
  setup_token: Buffer.from(claimUrl).toString('base64'),
});

/** What may happen when an app exchanges a setup token. */
export const claims: readonly Scenario[] = [
  {
    id: 'claim-refused-in-other-words',
    title: 'A claim refused in other words',
    bankDoes: 'It refuses a setup token with status 403 and a text that it never sent before.',
    rightAppDoes: 'It goes by the status, and tells the user to disable the token at SimpleFIN.',
    steps: {
      simplefin: [
        {
          title: 'Make a token that is refused',
          run: (bank) =>
            bank.tokenWithClaim({
              kind: 'answer',
              status: 403,
              content_type: 'application/json',
              body: '{"error":{"reason":"already claimed"}}',
            }),
        },
      ],
    },
  },
  {
    id: 'claim-answered-with-a-page',
    title: 'A claim answered with a page',
    bankDoes: 'It answers a claim with status 200 and an error page that even holds an address.',
    rightAppDoes:
      'It stores only an https address with user and password, and says that the token didn’t work.',
    steps: {
      simplefin: [
        {
          title: 'Make a token that gets a page',
          run: (bank) => bank.tokenWithClaim({ kind: 'answer', content_type: 'text/html', body: errorPage }),
        },
      ],
    },
  },
  {
    id: 'redirected-elsewhere',
    title: 'Redirects',
    bankDoes: 'It sends a claim to another host, and later a request for accounts too.',
    rightAppDoes: 'It follows neither: the credentials would go to another server.',
    steps: {
      simplefin: [
        {
          title: 'Make a token whose claim is redirected',
          run: (bank) =>
            bank.tokenWithClaim({ kind: 'redirect', location: 'https://elsewhere.example/claim' }),
        },
        {
          title: 'Redirect the next request for accounts',
          run: (bank) =>
            bank.fail({ kind: 'redirect', location: 'https://elsewhere.example/accounts', status: 307 }, 1),
        },
      ],
    },
  },
  {
    id: 'token-for-a-private-address',
    title: 'A token for a private address',
    bankDoes:
      'A user pastes a token that leads into your own network, also by a public name: the lab serves no names, so it uses one of nip.io. Then a server answers a claim with such an address.',
    rightAppDoes: 'It calls public addresses over https only, also after it looked up the name.',
    steps: {
      simplefin: [
        {
          title: 'Make a token for a cloud’s settings',
          run: () => tokenOf('https://169.254.169.254/latest/meta-data/claim/x'),
        },
        { title: 'Make a token for a local file', run: () => tokenOf('file:///etc/passwd') },
        {
          title: 'Make a token for a name of your own machine',
          run: () => tokenOf('https://localhost/claim/x'),
        },
        {
          title: 'Make a token for a public name that leads to your own machine',
          run: () => tokenOf('https://127.0.0.1.nip.io/claim/x'),
        },
        { title: 'Make a token without encryption', run: () => tokenOf('http://bank.example/claim/x') },
        {
          title: 'Make a token whose claim gives such an address',
          run: (bank) =>
            bank.tokenWithClaim({ kind: 'answer', body: 'https://user:secret@169.254.169.254/simplefin' }),
        },
      ],
    },
  },
];
