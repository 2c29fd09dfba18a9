import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createHostedLink,
  createWidgetToken,
  openWidget,
  reachBank,
  type WidgetBrowser,
} from './test-support/link-browser.ts';
import { startTestBank, type TestBank } from './test-support/test-bank.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await startTestBank();
});
afterEach(() => bank.close());

async function logIn(fields: string) {
  const browser = await openWidget(bank, await createWidgetToken(bank));
  await reachBank(browser);
  return { browser, page: await browser.submit('login', fields) };
}

const mfaTypes = ({ page }: Pick<WidgetBrowser, 'page'>) =>
  page.state.events.flatMap(({ name, metadata }) =>
    metadata.mfa_type === null ? [] : [`${name} ${metadata.mfa_type}`],
  );

describe('a user to whom the bank sends a code', () => {
  test.each(['username=mfa_device&password=anything', 'username=user_good&password=mfa_device'])(
    'with %s chooses a device, enters the code and is in',
    async (fields) => {
      const { browser, page } = await logIn(fields);
      expect(page.title).toBe('How should the code reach you? · Bank Link');
      expect((await browser.submit('mfa', 'answer-0=0')).title).toBe('Enter the code · Bank Link');
      const accounts = await browser.submit('mfa', 'answer-0=+1234+');
      expect(accounts.title).toBe('Choose accounts · Bank Link');
      expect(mfaTypes({ page: accounts })).toEqual([
        'TRANSITION_VIEW device',
        'SUBMIT_MFA device',
        'TRANSITION_VIEW code',
        'SUBMIT_MFA code',
      ]);
    },
  );

  test('sees that a wrong code is wrong, and may retry; an exit carries the error', async () => {
    const { browser } = await logIn('username=mfa_device&password=x');
    await browser.submit('mfa', 'answer-0=1');
    for (const fields of ['answer-0=9999', 'answer-0=', '', 'answer-0=1234&answer-0=1234']) {
      const page = await browser.submit('mfa', fields);
      expect(page.title).toBe('Error: Enter the code · Bank Link');
      expect(page.markup).toContain('role="alert"');
      expect(page.state.exit).toMatchObject({
        error: { error_type: 'ITEM_ERROR', error_code: 'INVALID_MFA' },
        metadata: { status: 'requires_code' },
      });
    }
    const accounts = await browser.submit('mfa', 'answer-0=1234');
    expect([accounts.title, accounts.state.exit.error]).toEqual(['Choose accounts · Bank Link', null]);
  });

  test('is not logged in before the code, at any address', async () => {
    const { browser } = await logIn('username=mfa_device&password=x');
    expect((await browser.open('/accounts')).title).toBe('Log in to First Platypus Bank · Bank Link');
    expect((await browser.submit('accounts', 'account=card')).title).toBe(
      'Log in to First Platypus Bank · Bank Link',
    );
    expect((await browser.open('/mfa')).title).toBe('How should the code reach you? · Bank Link');
  });

  test('gets no challenge after going back to another login', async () => {
    const { browser } = await logIn('username=mfa_device&password=x');
    expect((await browser.submit('login', 'username=user_good&password=pass_good')).title).toBe(
      'Choose accounts · Bank Link',
    );
    expect((await browser.open('/mfa')).title).toBe('Log in to First Platypus Bank · Bank Link');
  });
});

test('security questions take the password’s number of rounds, each with its own answers', async () => {
  const { browser, page } = await logIn('username=user_good&password=mfa_questions_2_2');
  expect(page.title).toBe('Answer some questions · Bank Link');
  expect(page.markup.match(/name="answer-/g)).toHaveLength(2);
  expect((await browser.submit('mfa', 'answer-0=answer_0_0&answer-1=no')).title).toContain('Error: ');
  const second = await browser.submit('mfa', 'answer-0=answer_0_0&answer-1=answer_0_1');
  expect([second.title, second.state.exit.error]).toEqual(['Answer some questions · Bank Link', null]);
  expect((await browser.submit('mfa', 'answer-0=answer_1_0&answer-1=answer_1_1')).title).toBe(
    'Choose accounts · Bank Link',
  );
});

describe('questions with a choice of answers', () => {
  test('has one question by default, and Yes is correct', async () => {
    const { browser, page } = await logIn('username=user_good&password=mfa_selections');
    expect(page.title).toBe('Answer a question · Bank Link');
    expect(page.markup.match(/value="(Yes|No)"/g)).toEqual(['value="Yes"', 'value="No"']);
    for (const fields of ['answer-0=No', 'answer-0=yes', '']) {
      const wrong = await browser.submit('mfa', fields);
      expect(wrong.title).toBe('Error: Answer a question · Bank Link');
      expect(wrong.state.exit).toMatchObject({
        error: { error_code: 'INVALID_MFA' },
        metadata: { status: 'requires_selections' },
      });
    }
    const accounts = await browser.submit('mfa', 'answer-0=Yes');
    expect(accounts.title).toBe('Choose accounts · Bank Link');
    expect(mfaTypes({ page: accounts }).slice(0, 2)).toEqual([
      'TRANSITION_VIEW selections',
      'SUBMIT_MFA selections',
    ]);
  });

  test('have the password’s number of rounds, questions and answers; the first is correct', async () => {
    const { browser, page } = await logIn('username=user_good&password=mfa_selections_2_2_3');
    const offered = (markup: string) => [...markup.matchAll(/value="(answer_\w+)"/g)].map(([, text]) => text);
    expect(offered(page.markup)).toEqual([
      'answer_0_0_0',
      'answer_0_0_1',
      'answer_0_0_2',
      'answer_0_1_0',
      'answer_0_1_1',
      'answer_0_1_2',
    ]);
    const wrong = await browser.submit('mfa', 'answer-0=answer_0_0_0&answer-1=answer_0_1_1');
    expect(wrong.title).toBe('Error: Answer some questions · Bank Link');
    const second = await browser.submit('mfa', 'answer-1=answer_0_1_0&answer-0=answer_0_0_0');
    expect(offered(second.markup)).toContain('answer_1_1_0');
    expect((await browser.submit('mfa', 'answer-0=answer_1_0_0&answer-1=answer_1_1_0')).title).toBe(
      'Choose accounts · Bank Link',
    );
  });

  test.each(['mfa_selections_0_1_2', 'mfa_selections_1_1_1', 'mfa_selections_1_10_2', 'mfa_selections_1_1'])(
    'with the password %s are not there',
    async (password) => {
      const { page } = await logIn(`username=user_good&password=${password}`);
      expect(page.state.exit.error?.error_code).toBe('INVALID_CREDENTIALS');
    },
  );
});

test.each([
  ['mfa_device', ['answer-0=0', 'answer-0=1234']],
  ['mfa_questions_1_2', ['answer-0=answer_0_0&answer-1=answer_0_1']],
  ['mfa_selections', ['answer-0=Yes']],
  ['mfa_selections_1_1_9', ['answer-0=answer_0_0_0']],
])('Hosted Link asks the same for the password %s', async (password, answers) => {
  const browser = await createHostedLink(bank);
  await reachBank(browser);
  let page = await browser.submit('login', `username=user_good&password=${password}`);
  for (const fields of answers) {
    expect(page.title).not.toBe('Choose accounts · Bank Link');
    page = await browser.submit('mfa', fields);
  }
  expect(page.title).toBe('Choose accounts · Bank Link');
});

test.each([
  'COUNTRY_NOT_SUPPORTED',
  'INSTITUTION_DOWN',
  'INSTITUTION_NOT_RESPONDING',
  'INSTITUTION_NO_LONGER_SUPPORTED',
  'INSUFFICIENT_CREDENTIALS',
  'INTERNAL_SERVER_ERROR',
  'INVALID_CREDENTIALS',
  'INVALID_MFA',
  'INVALID_SEND_METHOD',
  'ITEM_LOCKED',
  'ITEM_NOT_SUPPORTED',
  'MFA_NOT_SUPPORTED',
  'NO_ACCOUNTS',
  'USER_INPUT_TIMEOUT',
  'USER_SETUP_REQUIRED',
])('the password error_%s, which Plaid documents, brings that error about', async (code) => {
  const { page } = await logIn(`username=user_good&password=error_${code}`);
  expect(page.markup).toContain('role="alert"');
  expect(page.state.exit.error?.error_code).toBe(code);
});
