import { routes } from '@oinkly/contract/routes';
import {
  circleQuip,
  countCircle,
  sharedCircleInWords,
  sharedCircleTitle,
} from '@oinkly/domain/shared-circle';
import { sharedMapInWords, sharedMapTitle } from '@oinkly/domain/shared-map';
import type { Deps } from '../deps.ts';
import type { OpenLink } from '../../http/link-guess-limit.ts';
import type { DescribedPage } from '../../http/static-site.ts';
import { PICTURE_SIZES } from '../pictures/index.ts';
import type { SharedCircleView } from './circle.service.ts';
import type { SharedMapView } from './map.service.ts';
import { presentMap, presentSharedCircle } from './present-shares.ts';
import { urlOfShare } from './share-links.ts';

export function sharedMapPage(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  openLink: OpenLink<SharedMapView>,
): DescribedPage {
  return {
    path: /^\/m\/([^/]+)\/?$/,
    describe: async (token, request) => {
      const map = await openLink(token, request);
      const picture = routes.drawSharedMap.path.replace(':token', token);
      return {
        title: sharedMapTitle(map),
        description: map.quip,
        url: urlOfShare(publicUrl, 'map', token),
        answer: {
          name: 'getSharedMap',
          url: routes.getSharedMap.path.replace(':token', token),
          body: presentMap(map),
        },
        image: { url: new URL(picture, publicUrl), ...PICTURE_SIZES.link, alt: sharedMapInWords(map) },
      };
    },
  };
}

export function sharedCirclePage(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  openLink: OpenLink<SharedCircleView>,
): DescribedPage {
  return {
    path: /^\/c\/([^/]+)\/?$/,
    describe: async (token, request) => {
      const circle = await openLink(token, request);
      const counts = countCircle(circle);
      const picture = routes.drawSharedCircle.path.replace(':token', token);
      return {
        title: sharedCircleTitle(circle),
        description: circleQuip(counts),
        url: urlOfShare(publicUrl, 'circle', token),
        answer: {
          name: 'getSharedCircle',
          url: routes.getSharedCircle.path.replace(':token', token),
          body: presentSharedCircle(circle),
        },
        image: { url: new URL(picture, publicUrl), ...PICTURE_SIZES.link, alt: sharedCircleInWords(counts) },
      };
    },
  };
}
