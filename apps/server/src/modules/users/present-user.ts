import type { User, UserBank } from '@oinkly/contract/account';
import { connectionName, repairOf } from '@oinkly/domain/bank-reading';
import { dollarsFromCents } from '@oinkly/domain/money';
import { errorOfCode } from '../../errors/app-error.ts';
import type { BankRow } from './users.queries.ts';
import type { Profile } from './users.service.ts';

export function presentUser({ user, weeklyBudgetCents, unread, banks }: Profile): User {
  return {
    id: user.id,
    fullName: user.fullName,
    email: user.email,
    emailConfirmed: user.isEmailConfirmed,
    weeklyBudget: weeklyBudgetCents === null ? null : dollarsFromCents(weeklyBudgetCents),
    signupCompleted: user.signupCompleted,
    bankLinked: user.bankLinked,
    friendsAdded: user.friendsAdded,
    timeZone: user.timeZone,
    countFixedBills: user.countFixedBills,
    onBoard: user.isOnBoard,
    boardView: user.boardView,
    mayBeNamed: user.mayBeNamed,
    signsPictures: user.signsPictures,
    unreadNotifications: unread.all,
    unreadFriends: unread.friends,
    banks: banks.map(presentBank),
  };
}

function presentBank(bank: BankRow): UserBank {
  return {
    provider: bank.provider,
    itemId: bank.providerConnectionId,
    name: connectionName(bank.bankNames, bank.institutionName),
    lastReadAt: bank.lastSyncedAt === null ? null : new Date(bank.lastSyncedAt).toISOString(),
    linkedAt: new Date(bank.createdAt).toISOString(),
    problem: problemOf(bank),
  };
}

/** Of several problems, the one that needs the owner. */
function problemOf({ institutionName, bankNames, errorCode, problems }: BankRow): UserBank['problem'] {
  const name = connectionName(bankNames, institutionName);
  const all = [
    ...(errorCode === null ? [] : [{ name, code: errorCode }]),
    ...problems.map((problem) => ({ name: problem.institutionName, code: problem.code })),
  ].map(presentProblem);
  return all.find(({ needsOwner }) => needsOwner) ?? all[0] ?? null;
}

function presentProblem({ name, code }: { name: string; code: string }): NonNullable<UserBank['problem']> {
  const error = errorOfCode(code);
  return {
    name,
    message: error.message,
    // A subscription is renewed elsewhere, so the server keeps trying.
    needsOwner: !error.entry.retryable || error.code === 'BANK_SUBSCRIPTION_ENDED',
    repair: repairOf(error.code),
  };
}
