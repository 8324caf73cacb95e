import { LegalKind } from '@yunmu/contract'
import { chinaDay, daySec } from '@yunmu/contract/china-time'
import { legalUrl } from '@yunmu/urls'
import type { Transaction } from 'kysely'
import type { DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { mountLegalDocument } from './calls/legal-document.ts'
import { legalChanged } from './legal-events.ts'
import type { LegalNeeds } from './legal-needs.ts'
import {
  announcedDays,
  legalNames,
  textRefusal,
  updateNotice,
  versionLabel,
  versionText,
  type LegalVersion,
  type TextRefusal,
} from './legal-rules.ts'
import { createLegalStore, type Consent, type LegalStore, type PublishedText } from './legal-store.ts'
import type { LegalTables } from './legal-tables.ts'
import { defaultTexts } from './legal-texts.ts'

/** A text in force. */
export interface LegalText extends LegalVersion, PublishedText {
  kind: LegalKind
}

/** Terms and privacy: what applies, and who agreed to it. */
export interface Legal {
  /** The operator's newest version, else the station's own text. */
  current(kind: LegalKind): Promise<LegalText>
  /** A former version of the operator's; null if there is none. */
  find(kind: LegalKind, version: number): Promise<PublishedText | null>
  /** Publishes a text in Markdown, and announces it unless it is quiet. Returns its number, or why it is invalid. */
  publish(kind: LegalKind, text: string, how?: { isQuiet: boolean }): Promise<number | TextRefusal>
  /** The version in force in the form in which it is stored with accounts and orders. */
  label(kind: LegalKind): Promise<string>
  /** Stores in a transaction that a person agreed to the texts in force. */
  agreeIn(tx: Transaction<unknown>, userId: number, kinds: readonly LegalKind[]): Promise<void>
  /**
   * The version in force, if a person agrees to it (`agreed` is that version) or has agreed to it before; otherwise null.
   * The first agreement is stored.
   */
  acceptIn(
    tx: Transaction<unknown>,
    userId: number,
    kind: LegalKind,
    agreed: string | undefined,
  ): Promise<string | null>
  readonly module: DomainModule
}

type LegalPlatform = Pick<Platform, 'db' | 'events' | 'clock' | 'log'>

export function createLegal({ db, events, clock, log }: LegalPlatform, needs: LegalNeeds): Legal {
  const store = createLegalStore(db.withTables<LegalTables>())
  const storeIn = (tx: Transaction<unknown>) => createLegalStore(tx.withTables<LegalTables>())
  const current: Legal['current'] = async (kind) => {
    const published = await store.latest(kind)
    if (published) return { kind, isDefault: false, ...published }
    const { write, ...version } = defaultTexts[kind]
    return { kind, isDefault: true, ...version, text: write(await needs.facts()) }
  }
  /** Consent to the text in force. Transactions read it in their own connection. */
  const consentTo = async (kind: LegalKind, reads: Pick<LegalStore, 'latest'>): Promise<Consent> => {
    const published = await reads.latest(kind)
    const inForce = published ? { ...published, isDefault: false } : { ...defaultTexts[kind], isDefault: true }
    return { kind, version: versionLabel(inForce), atSec: nowSec(clock) }
  }
  return {
    current,
    label: async (kind) => (await consentTo(kind, store)).version,
    find: store.find,
    async publish(kind, text, { isQuiet } = { isQuiet: false }) {
      const refusal = textRefusal(text)
      if (refusal) return refusal
      const day = chinaDay(nowSec(clock))
      const version = await store.add(kind, { text, day })
      events.announce(legalChanged, {})
      const endsAt = nowSec(clock) + announcedDays * daySec
      if (!isQuiet) await needs.announce({ ...updateNotice(kind, { version, day }, legalUrl(kind)), endsAt })
      return version
    },
    async agreeIn(tx, userId, kinds) {
      const inTx = storeIn(tx)
      for (const kind of kinds) await inTx.agree(userId, await consentTo(kind, inTx))
    },
    async acceptIn(tx, userId, kind, agreed) {
      const inTx = storeIn(tx)
      const consent = await consentTo(kind, inTx)
      if (agreed !== consent.version) return (await inTx.hasAgreed(userId, consent)) ? consent.version : null
      await inTx.agree(userId, consent)
      return consent.version
    },
    module: {
      name: 'legal',
      calls: (registry) => mountLegalDocument(registry, current, needs.factsChanged),
      async start() {
        const texts = await Promise.all(LegalKind.options.map(current))
        const defaults = texts.filter(({ isDefault }) => isDefault).map(({ kind }) => kind)
        if (defaults.length > 0)
          log.info(
            { texts: defaults },
            'default legal texts are in use; read them, and write your own with `legal set`',
          )
      },
      personalData: {
        exportOf: async (userId) =>
          (await store.consentsOf(userId)).map(({ kind, version, atSec }) => ({
            text: legalNames[kind],
            version,
            time: new Date(atSec * 1000).toISOString(),
          })),
      },
    },
  }
}

export { legalChanged, legalNames, versionText }
export type { LegalNeeds, TextRefusal }
