/** Who else writes tables, besides the folder or module of the same name. */
const OTHER_WRITERS = {
  users:
    'admin/admin-users\\.queries\\.ts|db/|modules/(account|budget|friends|identity|leaderboard|mail|notifications|users|week-promises)/',
  'rate-limits': 'http/',
  'job-starts': 'jobs/',
  banking: 'start/sealed-secrets\\.queries\\.ts',
  messages: 'start/sealed-secrets\\.queries\\.ts',
  identity: 'admin/admin-users\\.queries\\.ts',
  // Ending a session by hand also ends its browser's notifications.
  notifications:
    'admin/admin-users\\.queries\\.ts|modules/identity/end-sessions\\.ts|start/sealed-secrets\\.queries\\.ts',
};

/** Tables refer to each other by foreign keys. */
const NOT_WRITING = '\\.test\\.ts$|/test-support/|/db/tables/';

/**
 * Who may import whom (docs/architecture.md). Capture groups make each rule cover modules and features that are added later.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-imports-nothing',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: '\\.test\\.ts$|/test-support/' },
      to: { pathNot: '^packages/domain/src' },
    },
    {
      name: 'artwork-imports-nothing',
      severity: 'error',
      from: { path: '^packages/artwork/src' },
      to: { pathNot: '^packages/artwork/src' },
    },
    {
      name: 'contract-imports-domain-and-zod',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(packages/(contract|domain)/src|node_modules/zod/)' },
    },
    {
      name: 'samples-are-for-tests',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|/test-support/' },
      to: { path: '^packages/contract/src/samples\\.ts$' },
    },
    {
      name: 'test-banks-import-nothing',
      severity: 'error',
      from: { path: '^programs/test-banks/src', pathNot: '\\.test\\.ts$|/test-support/' },
      to: { path: '^(apps|packages|programs)/|^node_modules/', pathNot: '^programs/test-banks/src' },
    },
    {
      name: 'bank-emulators-import-only-the-test-banks',
      severity: 'error',
      from: {
        path: '^programs/(plaid|simplefin)-emulator/src',
        pathNot: '\\.test\\.ts$|/test-support/',
      },
      to: { path: '^(apps|packages|programs)/', pathNot: '^programs/($1-emulator|test-banks)/src' },
    },
    {
      name: 'the-bank-lab-knows-only-the-emulators-and-their-banks',
      severity: 'error',
      from: { path: '^programs/bank-lab/src', pathNot: '\\.test\\.ts$|/test-support/' },
      to: {
        path: '^(apps|packages|programs)/',
        pathNot: '^programs/((bank-lab|test-banks)/src|(plaid|simplefin)-emulator/src/index\\.ts$)',
      },
    },
    {
      name: 'other-embedded-programs-import-only-the-artwork',
      severity: 'error',
      from: {
        path: '^programs/(identity-provider|local-postgres)/src',
        pathNot: '\\.test\\.ts$|/test-support/',
      },
      to: {
        path: '^(apps|packages|programs)/',
        pathNot: '^(programs/$1|packages/artwork)/src|/node_modules/',
      },
    },
    {
      name: 'only-the-composition-root-starts-embedded-programs',
      severity: 'error',
      from: {
        path: '^apps/',
        pathNot: '^apps/server/src/(admin\\.ts|(start|admin|backup|test-support)/)|\\.test\\.ts$',
      },
      to: { path: '^programs/' },
    },
    {
      name: 'web-knows-the-contract-the-domain-and-the-artwork',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: {
        path: '^(apps|packages|programs)/',
        pathNot: '^(apps/web|packages/(artwork|contract|domain)/src)',
      },
    },
    {
      name: 'a-feature-imports-only-queries-of-another',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: {
        path: '^apps/web/src/features/',
        pathNot: '^apps/web/src/features/($1/|[^/]+/[^/]+-query\\.ts$)',
      },
    },
    {
      name: 'shared-http-imports-no-ui',
      severity: 'error',
      from: { path: '^apps/web/src/shared/http/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/web/src/shared/ui/' },
    },
    {
      name: 'features-and-shared-do-not-import-the-app',
      severity: 'error',
      from: { path: '^apps/web/src/(features|shared)/' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'shared-imports-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/shared/' },
      to: { path: '^apps/web/src/features/' },
    },
    {
      name: 'a-module-is-entered-by-its-index',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/' },
      to: {
        path: '^apps/server/src/modules/[^/]+/',
        pathNot: '^apps/server/src/modules/($1/|[^/]+/index\\.ts$)',
      },
    },
    {
      name: 'a-table-is-written-by-its-module',
      severity: 'error',
      from: { path: '^apps/server/src/(?:modules/)?([^/]+)', pathNot: NOT_WRITING },
      to: {
        path: '^apps/server/src/db/tables/',
        pathNot: `^apps/server/src/db/tables/($1|readable-tables|${Object.keys(OTHER_WRITERS).join('|')})\\.`,
      },
    },
    ...Object.entries(OTHER_WRITERS).map(([tables, writers]) => ({
      name: `who-writes-${tables}`,
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: `${NOT_WRITING}|^apps/server/src/(modules/${tables}/|${writers})`,
      },
      to: { path: `^apps/server/src/db/tables/${tables}\\.tables\\.ts$` },
    })),
    {
      // What follows from a change of money listens to the ledger (start/ledger-listeners.ts).
      name: 'the-core-imports-no-periphery',
      severity: 'error',
      from: {
        path: '^apps/server/src/modules/(ledger|time|budget|expenses|weeks)/',
        pathNot: '\\.test\\.ts$',
      },
      to: {
        path: '^apps/server/src/modules/[^/]+/',
        pathNot: '^apps/server/src/modules/(ledger|time|budget|expenses|weeks|identity)/',
      },
    },
    {
      name: 'ledger-and-time-import-no-module',
      severity: 'error',
      from: { path: '^apps/server/src/modules/(ledger|time)/' },
      to: {
        path: '^apps/server/src/modules/[^/]+/',
        pathNot: '^apps/server/src/modules/$1/',
      },
    },
    {
      name: 'nothing-below-imports-the-start',
      severity: 'error',
      from: {
        path: '^apps/server/src/(concurrency|db|errors|http|jobs|log|mail|modules|monitoring|security|settings)/',
        pathNot: '\\.test\\.ts$',
      },
      to: { path: '^apps/server/src/(start|admin|backup)/|^apps/server/src/[^/]+\\.ts$' },
    },
    {
      name: 'nothing-below-imports-the-modules',
      severity: 'error',
      from: {
        path: '^apps/server/src/(concurrency|db|errors|http|jobs|log|mail|monitoring|security|settings)/',
        pathNot: '\\.test\\.ts$',
      },
      to: { path: '^apps/server/src/modules/' },
    },
    {
      // The start makes backups, and a command restores them.
      name: 'backups-import-neither-start-nor-commands',
      severity: 'error',
      from: { path: '^apps/server/src/backup/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/(start|admin)/|^apps/server/src/[^/]+\\.ts$' },
    },
    {
      name: 'server-knows-no-browser-code',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      // They are large, and commands and servers without Plaid or assistants never call them.
      name: 'only-a-call-loads-the-libraries-of-plaid-and-mcp',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: '\\.test\\.ts$|/test-support/' },
      to: {
        path: '^node_modules/(plaid|@modelcontextprotocol)/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-the-drawing-program-loads-what-draws',
      severity: 'error',
      from: {
        path: '^apps/server/',
        pathNot: '^apps/server/src/modules/pictures/(draw-picture|drawing-program|picture-fonts)',
      },
      to: {
        path: '^node_modules/(satori|@resvg|subset-font)/|^apps/server/src/modules/pictures/(draw-picture|picture-fonts)',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages|programs)/.*/(dist|\\.build[^/]*)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
