import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWidgetToken, openWidget, type WidgetVisitor } from './test-support/link-visitor.ts';
import { startTestBank, type TestBank } from './test-support/test-bank.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await startTestBank();
});
afterEach(() => bank.close());

async function logIn(fields: string) {
  const visitor = await openWidget(bank, await createWidgetToken(bank));
  await visitor.submit('consent');
  await visitor.submit('institutions', 'institution_id=ins_109508');
  return { visitor, page: await visitor.submit('login', fields) };
}

const mfaTypes = ({ page }: Pick<WidgetVisitor, 'page'>) =>
  page.state.events.flatMap(({ name, metadata }) =>
    metadata.mfa_type === null ? [] : [`${name} ${metadata.mfa_type}`],
  );

describe('somebody for whom the bank sends a code', () => {
  test.each(['username=mfa_device&password=anything', 'username=user_good&password=mfa_device'])(
    'with %s chooses a device, enters the code and is in',
    async (fields) => {
      const { visitor, page } = await logIn(fields);
      expect(page.title).toBe('How should the code reach you? · Bank Link');
      expect((await visitor.submit('mfa', 'answer=0')).title).toBe('Enter the code · Bank Link');
      const accounts = await visitor.submit('mfa', 'answer=+1234+');
      expect(accounts.title).toBe('Choose accounts · Bank Link');
      expect(mfaTypes({ page: accounts })).toEqual([
        'TRANSITION_VIEW device',
        'SUBMIT_MFA device',
        'TRANSITION_VIEW code',
        'SUBMIT_MFA code',
      ]);
    },
  );

  test('hears that a wrong code is wrong, and may try again; leaving carries the error', async () => {
    const { visitor } = await logIn('username=mfa_device&password=x');
    await visitor.submit('mfa', 'answer=1');
    for (const fields of ['answer=9999', 'answer=', '']) {
      const page = await visitor.submit('mfa', fields);
      expect(page.title).toBe('Error: Enter the code · Bank Link');
      expect(page.markup).toContain('role="alert"');
      expect(page.state.exit).toMatchObject({
        error: { error_type: 'ITEM_ERROR', error_code: 'INVALID_MFA' },
        metadata: { status: 'requires_code' },
      });
    }
    const accounts = await visitor.submit('mfa', 'answer=1234');
    expect([accounts.title, accounts.state.exit.error]).toEqual(['Choose accounts · Bank Link', null]);
  });

  test('is not in before the code, whatever address is tried', async () => {
    const { visitor } = await logIn('username=mfa_device&password=x');
    expect((await visitor.open('/accounts')).title).toBe('Log in to First Platypus Bank · Bank Link');
    expect((await visitor.submit('accounts', 'account=card')).title).toBe(
      'Log in to First Platypus Bank · Bank Link',
    );
    expect((await visitor.open('/mfa')).title).toBe('How should the code reach you? · Bank Link');
  });

  test('who goes back and logs in as somebody else is asked nothing', async () => {
    const { visitor } = await logIn('username=mfa_device&password=x');
    expect((await visitor.submit('login', 'username=user_good&password=pass_good')).title).toBe(
      'Choose accounts · Bank Link',
    );
    expect((await visitor.open('/mfa')).title).toBe('Log in to First Platypus Bank · Bank Link');
  });
});

test('security questions come in as many rounds as the password says, each with its own answers', async () => {
  const { visitor, page } = await logIn('username=user_good&password=mfa_questions_2_2');
  expect(page.title).toBe('Answer some questions · Bank Link');
  expect(page.markup.match(/name="answer"/g)).toHaveLength(2);
  expect((await visitor.submit('mfa', 'answer=answer_0_0&answer=no')).title).toContain('Error: ');
  const second = await visitor.submit('mfa', 'answer=answer_0_0&answer=answer_0_1');
  expect([second.title, second.state.exit.error]).toEqual(['Answer some questions · Bank Link', null]);
  expect((await visitor.submit('mfa', 'answer=answer_1_0&answer=answer_1_1')).title).toBe(
    'Choose accounts · Bank Link',
  );
});
