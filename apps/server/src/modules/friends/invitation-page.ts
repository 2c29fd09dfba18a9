import { PROMISE } from '@oinkly/contract/product';
import { displayName } from '@oinkly/domain/display-name';
import type { Deps } from '../deps.ts';
import type { OpenLink } from '../../http/link-guess-limit.ts';
import type { DescribedPage } from '../../http/static-site.ts';
import type { Invitation } from './friends.service.ts';

export function invitationPage(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  openLink: OpenLink<Invitation>,
): DescribedPage {
  return {
    path: /^\/invite\/([^/]+)\/?$/,
    describe: async (code, request) => {
      const { inviterName } = await openLink(code, request);
      return {
        title: `${displayName(inviterName)} invites you`,
        description: PROMISE,
        url: new URL(`/invite/${code}`, publicUrl),
      };
    },
  };
}
