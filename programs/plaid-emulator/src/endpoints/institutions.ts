import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { findInstitution, searchInstitutions, supportedCountry, supportedProducts } from '../institutions.ts';
import { namedError } from '../named-errors.ts';
import { serveEndpoint } from './endpoint.ts';
import { presentInstitution } from './presenters.ts';
import { countryCodes } from './shared-fields.ts';

export function serveInstitutions(app: FastifyInstance, emulator: Emulator): void {
  serveEndpoint(app, emulator, {
    path: '/institutions/get_by_id',
    fields: {
      institution_id: z.string().min(1),
      country_codes: countryCodes,
      options: z
        .strictObject({
          include_optional_metadata: z.boolean().default(false),
          include_status: z.boolean().default(false),
          include_auth_metadata: z.boolean().default(false),
          include_payment_initiation_metadata: z.boolean().default(false),
        })
        .optional(),
    },
    answer: (_, body) => {
      const institution = body.country_codes.includes(supportedCountry)
        ? findInstitution(body.institution_id)
        : null;
      if (institution === null) {
        throw namedError('INVALID_INSTITUTION');
      }
      return {
        institution: presentInstitution(institution, body.options?.include_optional_metadata ?? false),
      };
    },
  });

  serveEndpoint(app, emulator, {
    path: '/institutions/search',
    fields: {
      query: z.string().min(1),
      products: z.array(z.string()).min(1).nullish(),
      country_codes: countryCodes,
      options: z
        .strictObject({
          oauth: z.boolean().nullish(),
          include_optional_metadata: z.boolean().default(false),
          include_auth_metadata: z.boolean().nullish(),
          include_payment_initiation_metadata: z.boolean().nullish(),
        })
        .optional(),
    },
    answer: (_, body) => {
      const offered = (body.products ?? []).every((product) =>
        supportedProducts.some((supported) => supported === product),
      );
      const oauth = body.options?.oauth ?? null;
      const found =
        offered && body.country_codes.includes(supportedCountry) ? searchInstitutions(body.query) : [];
      const withMetadata = body.options?.include_optional_metadata ?? false;
      return {
        institutions: found
          .filter((institution) => oauth === null || institution.oauth === oauth)
          .map((institution) => presentInstitution(institution, withMetadata)),
      };
    },
  });
}
