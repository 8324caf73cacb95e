import type { Transaction } from 'kysely'
import type { StationPlatform } from './config.ts'
import { createAccounts, deviceName, type Accounts, type AccountsNeeds } from './domains/accounts/index.ts'
import { createAds, type Ads } from './domains/ads/index.ts'
import { createCaptcha } from './domains/captcha/index.ts'
import type { Catalog } from './domains/catalog/index.ts'
import { createComments, type Comments, type CommentsNeeds } from './domains/comments/index.ts'
import { createDanmaku, type Danmaku } from './domains/danmaku/index.ts'
import { createDemo, type Demo } from './domains/demo/index.ts'
import { createGuide, type Guide } from './domains/guide/index.ts'
import { createLegal, type Legal } from './domains/legal/index.ts'
import { createLibrary, type Library } from './domains/library/index.ts'
import { createLive, type Live } from './domains/live/index.ts'
import { createLocks, type Locks } from './domains/locks/index.ts'
import { createMigration } from './domains/migration/index.ts'
import { createMailer } from './domains/mail/index.ts'
import { createMatches } from './domains/matches/index.ts'
import { createMedia, type Media, type MediaNeeds } from './domains/media/index.ts'
import { createMessages, type Messages } from './domains/messages/index.ts'
import { createModeration, type Moderation, type TextSource } from './domains/moderation/index.ts'
import { createOperations } from './domains/operations/index.ts'
import { createPartners, type Partners, type PartnersNeeds } from './domains/partners/index.ts'
import { createProvide, type Provide } from './domains/provide/index.ts'
import { createPush } from './domains/push/index.ts'
import { createRecommendations } from './domains/recommendations/index.ts'
import { createRecorder } from './domains/recorder/index.ts'
import { createSearch, type Search } from './domains/search/index.ts'
import { createSeo } from './domains/seo/index.ts'
import { createSite, type Site } from './domains/site/index.ts'
import { createThird } from './domains/third/index.ts'
import { createVip, type Gateways, type Vip } from './domains/vip/index.ts'
import { createTokens, type Tokens } from './platform/calls/viewer.ts'
import type { DomainModule } from './platform/domain-module.ts'
import { createAudit, type Audit } from './platform/audit/audit.ts'
import { auditModule } from './platform/audit/audit-module.ts'
import { deletePersonalData, countPersonalData, exportPersonalData, openModules } from './platform/domain-modules.ts'
import { createSubjects, type SubjectKind, type Subjects } from './platform/subjects.ts'
import {
  demoNeeds,
  libraryNeeds,
  mediaNeeds,
  operationsNeeds,
  recommendationsNeeds,
  searchTitles,
  seoNeeds,
} from './station-content.ts'
import { connectCatalog } from './station-catalog.ts'
import { migrationNeeds } from './station-migration.ts'
import { provideNeeds } from './station-provide.ts'
import type { Remote } from './domains/remote/index.ts'
import { createRemoteAndCollection, type RemoteAndCollection } from './station-collection.ts'
import { siteNeeds } from './station-site.ts'
import { legalNeeds, vipNeeds } from './station-membership.ts'
import { locksNeeds, mediaLocks } from './station-locks.ts'
import { guideNeeds, liveNeeds, matchesNeeds, mediaLines, subscribedMatchesOf } from './station-television.ts'

/** All domains, connected: used by the web server and the command line. */
export interface Station extends Domains {
  /** What operators did, and its undo. */
  audit: Audit
  subjects: Subjects
  /** The token format of sessions. */
  tokens: Tokens
  modules: readonly DomainModule[]
  /** Closes the domains, the last created first. The platform stays open. */
  close(): Promise<void>
}

type Domains = ReturnType<typeof connectDomains>

export interface StationOptions {
  /** Replace parts of the subjects that the domains register, or add a kind that no domain has. */
  subjects?: readonly SubjectKind[] | undefined
  /** Modules beside the station's own. */
  modules?: readonly DomainModule[]
  /** In place of the configured payment gateways. */
  gateways?: Gateways | undefined
}

/** Connects the domains, and opens their modules. */
export function createStation(platform: StationPlatform, options: StationOptions = {}): Station {
  const tokens = createTokens(Buffer.from(platform.secrets.tokenKey))
  const subjects = createSubjects(options.subjects)
  const domains = connectDomains(platform, {
    subjects,
    tokens,
    gateways: options.gateways,
    personalData: {
      exportOf: (userId) => exportPersonalData(modules, userId),
      countsOf: (userId) => countPersonalData(modules, userId),
      deleteOf: (tx, userIds) => deletePersonalData(modules, tx, userIds),
    },
  })
  const modules = [...Object.values(domains).map(({ module }) => module), ...(options.modules ?? [])]
  subjects.register(modules.flatMap((module) => module.subjects ?? []))
  const audit = createAudit(
    platform,
    modules.flatMap(({ undoable = [] }) => undoable),
  )
  const all = [...modules, auditModule(audit)]
  return { ...domains, audit, subjects, tokens, modules: all, close: openModules(all, platform) }
}

interface SharedParts {
  subjects: Subjects
  tokens: Tokens
  personalData: AccountsNeeds['personalData']
  gateways: Gateways | undefined
}

/**
 * The only place that connects domains: each is created with what it needs of the others. Those that need each other are
 * given functions, which are called after all are created. Modules start in the order of the result and close in reverse.
 */
function connectDomains(platform: StationPlatform, { subjects, tokens, personalData, gateways }: SharedParts) {
  const { config } = platform
  const catalog = connectCatalog(platform, () => ({ library, advertising, media, site, locks, remote, ...reviews }))
  const laterForRemote = { locks: () => locks, accounts: () => accounts, messages: () => messages }
  const { remote, collection }: RemoteAndCollection = createRemoteAndCollection(platform, catalog, {
    ...laterForRemote,
    media: () => media,
  })
  const reminders = { guide: () => guide, messages: () => messages }
  const library: Library = createLibrary(platform, libraryNeeds(platform, catalog, { subjects, ...reminders }))
  const lines = mediaLines(() => live)
  const later = ofMediaLater({ accounts: () => accounts, demo: () => demo, site: () => site, remote: () => remote })
  const locked = mediaLocks(catalog, { locks: () => locks, live: () => live })
  const media: Media = createMedia(
    platform,
    mediaNeeds(platform, catalog, { lines, subjects, locks: locked, ...later }),
  )
  const captcha = createCaptcha(platform)
  const mailer = createMailer(platform, { smtp: config.smtp })
  const ofUsers = accountsNeeds(library, media, { site: () => site, vip: () => vip, legal: () => legal })
  const accounts: Accounts = createAccounts(platform, { tokens, captcha, mailer, personalData, ...ofUsers })
  const locks: Locks = createLocks(platform, locksNeeds(platform, { subjects, accounts }))
  const third = createThird(platform, { accounts: accounts.externalSignIn, providers: config.oidcProviders })

  const recorder = createRecorder(platform, { settings: config.recorder })
  const getLive = (): Live => live
  const guide: Guide = createGuide(platform, guideNeeds(platform, getLive, { media, locks }))
  const { isOpen, isVip } = accounts
  const viewers = { followedBy: library.followedBy, isOpen, isVip, hidingScores: accounts.hidingScores }
  const crowd = (id: number, nowMs: number): number => demo.watching({ kind: 'live', id, level: 0 }, nowMs)
  const createdLater = { site: () => site, live: getLive, messages: () => messages, demo: () => demo }
  const ofSports = matchesNeeds(platform, { ...library, people: viewers, recorder }, createdLater)
  const matches = createMatches(platform, ofSports)
  const television = { media, guide, locks, matches, recorded: recorder, people: viewers, crowd, site: () => site }
  const live: Live = createLive(platform, liveNeeds(platform, television))
  const site: Site = createSite(
    platform,
    siteNeeds(catalog, { live, matches, vip: () => vip, ads: () => advertising.ads }),
  )

  const push = createPush(platform, { contact: contactOf(config), isSessionOpen: accounts.isSessionOpen })
  const readers = { users: accounts.authors, hidingScores: accounts.hidingScores }
  const messages: Messages = createMessages(platform, { subjects, ...readers, push: push.sendIn })
  const sold = { accounts, messages, mailer, site, catalog, ads: () => advertising.ads }
  const { legal, vip }: Membership = createMembership(platform, sold, gateways)
  const reviews: Reviews = createReviews(platform, { accounts, subjects, captcha, messages })

  const recommendations = createRecommendations(platform, recommendationsNeeds(catalog, library))
  const advertising: Advertising = createAdvertising(platform, { media, captcha, mailer, site })
  const seo = createSeo(platform, seoNeeds(platform, catalog, { site, matches }))
  const interfaces = createSearchAndProvide(platform, catalog, { subjects, site, media, locks })
  const shown = { catalog, media, live, guide, matches, accounts, messages, vip, ...reviews }
  const imports = createImports(platform, { ...shown, remote, library, locks })
  const demo: Demo = createDemo(platform, demoNeeds(platform, shown))
  return {
    catalog,
    site,
    remote,
    collection,
    media,
    recorder,
    live,
    matches,
    guide,
    library,
    ...reviews,
    messages,
    push,
    captcha,
    mailer,
    accounts,
    locks,
    third,
    legal,
    vip,
    recommendations,
    ...advertising,
    seo,
    ...interfaces,
    ...imports,
    demo,
  }
}

/** What brings content to the station: folders, and stations of other programs. */
const createImports = (
  platform: StationPlatform,
  domains: Omit<Parameters<typeof migrationNeeds>[1], 'operations' | 'media'> & { media: Media },
) => {
  const operations = createOperations(platform, operationsNeeds(platform, domains.catalog, domains.media))
  return { operations, migration: createMigration(platform, migrationNeeds(platform, { ...domains, operations })) }
}

/** How visitors find titles, and how other programs read them. */
interface Found {
  search: Search
  provide: Provide
}

function createSearchAndProvide(
  platform: StationPlatform,
  catalog: Catalog,
  { subjects, ...needs }: { subjects: Subjects; site: Site; media: Media; locks: Locks },
): Found {
  const search = createSearch(platform, { titles: searchTitles(catalog), subjects })
  return { search, provide: createProvide(platform, provideNeeds(platform, catalog, { ...needs, search })) }
}

/** What media needs of domains that are created after it. */
const ofMediaLater = (domains: {
  accounts: () => Accounts
  demo: () => Demo
  site: () => Site
  remote: () => Remote
}): Pick<MediaNeeds, 'people' | 'waitSec' | 'rights' | 'remoteUrl'> => ({
  remoteUrl: (address, access) => domains.remote().urlOf(address, access),
  people: {
    portraits: () => domains.accounts().portraits(),
    isVip: (userId: number) => domains.accounts().isVip(userId),
    isSessionOpen: (id: string, userId: number) => domains.accounts().isSessionOpen(id, userId),
    deviceName,
  },
  waitSec: (id: number) => domains.demo().filmWaitSec(id),
  rights: () => rightsOf(domains.site()),
})

/** What the operator reserves for VIPs. */
async function rightsOf(site: Pick<Site, 'current'>): ReturnType<MediaNeeds['rights']> {
  const settings = await site.current()
  return {
    vipMinHeight: settings.vip_min_height,
    previewSec: settings.vip_preview_minutes * 60,
    streams: { user: settings.streams_user, vip: settings.streams_vip },
    downloadsPerDay: settings.downloads_per_day,
  }
}

/** How others reach the operator: the site if it is known by https, else the sender of its mail. */
function contactOf({ siteUrl, smtp }: StationPlatform['config']): string {
  if (siteUrl.startsWith('https://')) return siteUrl
  const address = /[^\s<>]+@[^\s<>]+/.exec(smtp?.from ?? '')?.[0]
  return address === undefined ? '' : `mailto:${address}`
}

/** Memberships, and the terms that they are sold under. */
interface Membership {
  legal: Legal
  vip: Vip
}

function createMembership(
  platform: StationPlatform,
  needs: Omit<Parameters<typeof vipNeeds>[0], 'legal'>,
  gateways: Gateways | undefined,
): Membership {
  const legal: Legal = createLegal(platform, legalNeeds(needs.site, needs.messages))
  return { legal, vip: createVip(platform, vipNeeds({ ...needs, legal }), gateways) }
}

/** What people write in public, and its review. */
interface Reviews {
  comments: Comments
  danmaku: Danmaku
  moderation: Moderation
}

function createReviews(
  platform: StationPlatform,
  needs: Pick<CommentsNeeds, 'captcha'> & { accounts: Accounts; subjects: Subjects; messages: Messages },
): Reviews {
  const { accounts, subjects } = needs
  const texts = { comment: commentTexts(() => comments), danmaku: danmakuTexts(() => danmaku) }
  const moderation = createModeration(platform, { subjects, users: accounts.authors, texts })
  const comments: Comments = createComments(platform, commentsNeeds({ ...needs, moderation }))
  const danmaku: Danmaku = createDanmaku(platform, { subjects, ...reviewOfDanmaku(moderation) })
  return { comments, danmaku, moderation }
}

/** What comments need of other domains. */
const commentsNeeds = ({
  accounts,
  moderation,
  messages,
  ...rest
}: Pick<CommentsNeeds, 'subjects' | 'captcha'> & {
  accounts: Accounts
  moderation: Moderation
  messages: Messages
}): CommentsNeeds => ({
  ...rest,
  authors: accounts.authors,
  moderation: { ...moderation, blockedBy: moderation.blocks.listBlocked },
  notify: notifyUnlessBlocked(messages, moderation),
  retract: messages.retract,
})

/** Notifies authors of thumbs and replies, except those by users whom they block. */
function notifyUnlessBlocked(messages: Messages, { blocks }: Moderation): CommentsNeeds['notify'] {
  return async ({ type, toUserId, actorId, about, commentId, text }) => {
    if ((await blocks.blockersAmong([toUserId], actorId)).has(toUserId)) return
    const kind = type === 'thumb' ? 'comment_thumb_up' : 'comment_commit'
    await messages.notify([toUserId], { type: kind, actorId, about, commentId, text })
  }
}

/** How danmaku are reviews. */
const reviewOfDanmaku = ({ review, scanTexts, clean }: Moderation) => ({
  review,
  scanTexts,
  clean: (text: string) => clean('danmaku', text),
})

const commentTexts = (comments: () => Comments): TextSource => ({
  find: (ids) => comments().texts.find(ids),
  held: (limit) => comments().texts.held(limit),
  setState: (ids, state) => comments().texts.setState(ids, state),
})

const danmakuTexts = (danmaku: () => Danmaku): TextSource => ({
  async find(ids) {
    const texts = await danmaku().texts.find(ids)
    return texts.flatMap(({ id, userId, state, found, pool, createdMs, danmaku: { text } }) =>
      state === 'removed'
        ? []
        : [{ id, userId, state, text, found, createdAt: Math.floor(createdMs / 1000), place: pool }],
    )
  },
  held: (limit) => danmaku().texts.held(limit),
  setState: (ids, state) => danmaku().texts.setState(ids, state),
})

/** What accounts need of other domains. */
const accountsNeeds = (
  library: Library,
  { portraits }: Pick<Media, 'portraits'>,
  { site, vip, legal }: { site: () => Site; vip: () => Vip; legal: () => Legal },
) => ({
  isRegistrationOpen: async () => (await site().current()).registration_open,
  agreeIn: (tx: Transaction<unknown>, userId: number) => legal().agreeIn(tx, userId, ['terms', 'privacy']),
  portraits,
  ledger: ledgerOf(vip),
  subscribedMatches: subscribedMatchesOf(library, site),
})

/** The ledger of VIP time, for the operator's commands on accounts. */
const ledgerOf = (vip: () => Vip): AccountsNeeds['ledger'] => ({
  gift: async (userId, seconds) => (await vip().ledger.gift(userId, seconds, 'operator')) !== null,
  revoke: async (userId) => (await vip().ledger.revoke(userId, 'operator')) !== null,
})

interface Advertising {
  ads: Ads
  partners: Partners
}

/** The advertisements, and the pages for those who book them. */
const createAdvertising = (
  platform: StationPlatform,
  { media, site, ...needs }: { media: Media; site: Site } & Omit<PartnersNeeds, 'operatorEmail'>,
): Advertising => ({
  ads: createAds(platform, { videos: media.adVideos }),
  partners: createPartners(platform, { ...needs, operatorEmail: async () => (await site.read()).email }),
})
