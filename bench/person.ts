import { connectTestBank } from '@oinkly/server/test-support/bank-visit';
import { HttpVisitor } from '@oinkly/server/test-support/http-visitor';

/** Signs somebody up on the embedded provider's pages. */
export async function signUp(origin: string, email: string): Promise<HttpVisitor> {
  const visitor = await new HttpVisitor().visit(`${origin}/api/login`);
  await visitor.visit(visitor.link('Create an account'));
  await visitor.submit('Create account', { email, password: 'a quiet brass trumpet' }, /localhost:\d+\/$/);
  return visitor;
}

/** Walks through Hosted Link to the first test bank. Returns the state to finish with. */
export async function linkTestBank(visitor: HttpVisitor, origin: string): Promise<string> {
  await visitor.visit(`${origin}/api/plaid/create-link-token`);
  await connectTestBank(visitor);
  return new URL(visitor.url).searchParams.get('state') ?? '';
}
