import { HttpVisitor } from '@oinkly/server/test-support/http-visitor';

/** Signs up on the embedded provider's pages. */
export async function signUp(origin: string, email: string): Promise<HttpVisitor> {
  const visitor = await new HttpVisitor().visit(`${origin}/api/login`);
  await visitor.visit(visitor.link('Create an account'));
  await visitor.submit('Create an account', { email, password: 'a quiet brass trumpet' }, /localhost:\d+\/$/);
  return visitor;
}
