import { PASSWORD } from '../e2e/support/constants.ts';
import {
  button,
  containing,
  dialog,
  field,
  heading,
  inside,
  link,
  placeholder,
  region,
  role,
  text,
} from './support/browser-page.ts';
import { newUser, test } from './support/test.ts';

test('a new user links a bank and sees the week [WEL-1] [ONB-1] [ONB-2] [ONB-5] [DB-4] [IM-1]', async ({
  view,
}) => {
  await view.open('/');
  await view.sees(heading('Welcome to Oinkly'));
  await view.picture('1 welcome');
  await view.click(link('Create an account'));
  await view.fill(field('Email'), `journey-${Date.now()}@example.org`);
  await view.fill(field('Password'), PASSWORD);
  await view.picture('2 sign-up');
  await view.click(button('Create an account'));

  await view.sees(text('Step 1 of 5'));
  await view.fill(placeholder('Your name'), 'Ana');
  await view.click(button('Next'));
  await view.sees(text('Step 2 of 5'));
  await view.fill(role('spinbutton'), '125');
  await view.picture('3 goal');
  await view.click(button('Set my goal'));

  await view.sees(text('Step 3 of 5'));
  await view.click(button('Continue Securely with Plaid'));
  await view.click(button('Continue'));
  await view.click(button(/First Platypus Bank/));
  await view.fill(field('Username'), 'user_good');
  await view.fill(field('Password'), 'pass_good');
  await view.picture('4 bank');
  await view.click(button('Log in'));
  await view.click(button('Connect accounts'));
  await view.click(button('Finish'));

  await view.sees(text('Step 4 of 5'));
  await view.click(button('Continue to final step'));
  await view.sees(heading(/^You.re all set, Ana!$/));
  await view.picture('5 all set');
  await view.click(button('Go to my dashboard'));

  await view.sees(text('left this week'));
  await view.sees(text(/2 days left, until Sunday, June 7$/));
  await view.counts(role('gridcell'), 52);
  await view.seesNo(text('Checking for new transactions...'));
  await view.picture('6 dashboard');
});

test('a line adds an expense, Undo removes it, its sheet edits it [AE-5] [QE-6] [PD-30] [PD-72]', async ({
  view,
  ana: _ana,
}) => {
  const add = dialog('Add an Expense');
  const line = inside(add, field('Quick entry'));
  await view.open('/expenses');
  await view.click(button('Add expense'));
  await view.focuses(line);
  await view.type('Coffee $4.25 yesterday');
  await view.sees(inside(add, button('Amount $4.25')));
  await view.sees(inside(add, button('Date Thu, Jun 4')));
  await view.picture('1 chips');
  await view.click(inside(add, button('Add Expense')));
  await view.sees(text('Expense added'));
  await view.picture('2 added');
  const coffee = button(/^Coffee \$4\.25/);
  await view.sees(coffee);
  await view.click(button('Undo'));
  await view.seesNo(coffee);

  await view.click(button('Add expense'));
  await view.focuses(line);
  await view.type('Gym $50 on 3rd');
  await view.press('Enter');
  await view.click(button(/^Gym \$50\.00/));
  const sheet = dialog('Gym');
  await view.fill(inside(sheet, field('Amount')), '40');
  await view.picture('3 sheet');
  await view.click(inside(sheet, button('Save')));
  await view.seesNo(sheet);
  await view.sees(button(/^Gym \$40\.00/));
  await view.picture('4 expenses');
});

test('a square of the map opens its week; buttons and arrow keys turn it [PD-70]', async ({ view, ana }) => {
  const total = region('Total');
  await ana.call('POST', '/api/expenses', {
    name: 'Cake',
    amount: 9,
    date: '2026-06-02',
    category: 'Dining',
  });
  await ana.call('POST', '/api/expenses', {
    name: 'Rug',
    amount: 140,
    date: '2026-05-27',
    category: 'Shopping',
  });
  await view.open('/');
  await view.click(inside(role('grid'), link(/^May 25 - May 31/)));
  await view.sees(heading('May 25 - May 31'));
  await view.reads(total, '$15.00 over');
  await view.picture('1 last week');
  await view.press('ArrowRight');
  await view.sees(heading('Jun 1 - Jun 7'));
  await view.reads(total, '$116.00 left');
  await view.picture('2 this week');
  await view.press('ArrowLeft');
  await view.sees(heading('May 25 - May 31'));
  await view.click(link('Previous week'));
  await view.sees(heading('May 18 - May 24'));
  await view.click(link('Next week'));
  await view.sees(heading('May 25 - May 31'));
  await view.goBack();
  await view.sees(role('grid', 'Spending map of 2026'));
});

test("an invitation makes friends, who see each other's weeks [DB-7] [DB-8] [PD-27] [PD-76]", async ({
  view,
  ana,
  origin,
  playwright,
}) => {
  const requests = await playwright.request.newContext();
  const bo = await newUser(requests, origin);
  await bo.call('PUT', '/api/users', { fullName: 'Bo' });
  await bo.call('POST', '/api/expenses', {
    name: 'Lunch',
    amount: 20,
    date: '2026-06-04',
    category: 'Dining',
  });
  await ana.call('POST', '/api/expenses', {
    name: 'Lunch',
    amount: 60,
    date: '2026-06-04',
    category: 'Dining',
  });
  await view.open('/friends');
  await view.sees(text(/^No friends yet\./));
  const message = await view.addressOf(link('Send a text message'));
  await view.picture('1 no friends');
  const invitation = /https?:\/\/\S+$/.exec(decodeURIComponent(message))?.[0] ?? '';
  await bo.call('POST', `/api/invites/${invitation.split('/').at(-1) ?? ''}/accept`);
  await requests.dispose();

  await view.open('/friends');
  await view.sees(text('first week ends on Sunday'));
  await view.picture('2 friends');
  await view.open('/');
  await view.sees(text('first week ends on Sunday'));
  await view.picture('3 kept');
  await view.click(text('How the board works'));
  await view.click(role('radio', 'Ranks'));
  await view.reads(containing(role('listitem'), /^Rank/), /^Rank 1Bo/, /^Rank 2Ana\(You\)/);
  await view.picture('4 ranks');
});
