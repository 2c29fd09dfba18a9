import type { User } from '@oinkly/contract/endpoints';
import { dollarsFromCents } from '@oinkly/domain/money';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { readProfile, updateProfile, type Profile } from './users.service.ts';

/** The signed-in user's own profile (API-1, API-8). */
export function usersRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'getCurrentUser', async ({ raw }) => presentUser(await readProfile(deps.db, userOf(raw))));
  serve(app, 'updateUser', async ({ raw, body }) =>
    presentUser(await updateProfile(deps, userOf(raw), body)),
  );
}

function presentUser({ user, weeklyBudgetCents }: Profile): User {
  return {
    id: user.id,
    fullName: user.fullName,
    email: user.email,
    weeklyBudget: weeklyBudgetCents === null ? null : dollarsFromCents(weeklyBudgetCents),
    signupCompleted: user.signupCompleted,
    bankLinked: user.bankLinked,
    friendsAdded: user.friendsAdded,
    timeZone: user.timeZone,
    countFixedBills: user.countFixedBills,
  };
}
