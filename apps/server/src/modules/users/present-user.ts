import type { User } from '@oinkly/contract/endpoints';
import { dollarsFromCents } from '@oinkly/domain/money';
import type { Profile } from './users.service.ts';

export function presentUser({ user, weeklyBudgetCents, unreadNotifications }: Profile): User {
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
    unreadNotifications,
  };
}
