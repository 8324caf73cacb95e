import { adsChanged, type Ads } from './domains/ads/index.ts'
import type { Accounts } from './domains/accounts/index.ts'
import { categoriesChanged, type Catalog } from './domains/catalog/index.ts'
import { legalChanged, type Legal, type LegalNeeds } from './domains/legal/index.ts'
import type { Mailer } from './domains/mail/index.ts'
import type { Messages } from './domains/messages/index.ts'
import { siteChanged, type Site } from './domains/site/index.ts'
import type { VipNeeds } from './domains/vip/index.ts'
import { changesAt } from './platform/caching/collect-dependencies.ts'

/** What memberships and their terms need of other domains. */

/** What the legal texts need of the site and of bulletins. */
export const legalNeeds = (site: Site, { bulletins }: Pick<Messages, 'bulletins'>): LegalNeeds => ({
  async facts() {
    const { name, email, vip_cooling_off_days, vip_tax_note } = await site.read()
    const script = await site.statistics()
    const statisticsHost = script === null ? '' : new URL(script.origin).host
    return { name, email, coolingOffDays: vip_cooling_off_days, taxNote: vip_tax_note, statisticsHost }
  },
  factsChanged: siteChanged,
  async announce({ title, content, endsAt }) {
    await bulletins.add({ title, content, dialog: 1, startsAt: null, endsAt })
  },
})

/** What VIP needs of accounts, messages, the site and what it shows. */
export const vipNeeds = ({
  accounts,
  messages,
  mailer,
  site,
  catalog,
  ads,
  legal,
}: {
  accounts: Accounts
  messages: Messages
  mailer: Mailer
  site: Site
  catalog: Pick<Catalog, 'hasVipTitles' | 'hasCinema'>
  ads: () => Pick<Ads, 'places'>
  legal: Legal
}): VipNeeds => ({
  memberships: accounts.memberships,
  operators: accounts.operators,
  emailOf: accounts.emailOf,
  mailIn: mailer.sendIn,
  notifyIn: (tx, userIds, notice) => messages.notifyIn(tx, userIds, { type: 'reminder', about: null, ...notice }),
  async benefits() {
    const { places, untilSec } = await ads().places()
    if (untilSec !== null) changesAt(untilSec * 1000)
    const [hasTitles, hasCinema] = [await catalog.hasVipTitles(), await catalog.hasCinema()]
    return site.vipBenefits({ hasAds: places.length > 0, hasTitles, hasCinema })
  },
  async settings() {
    const { vip_selling, vip_tax_note, vip_cooling_off_days, vip_receipt_mail, name, email } = await site.current()
    return {
      isOff: vip_selling === false,
      taxNote: vip_tax_note,
      coolingOffDays: vip_cooling_off_days,
      mailsReceipts: vip_receipt_mail,
      siteName: name,
      operatorEmail: email,
    }
  },
  terms: {
    label: () => legal.label('vip'),
    acceptIn: (tx, userId, agreed) => legal.acceptIn(tx, userId, 'vip', agreed),
  },
  settingsChanged: [siteChanged, adsChanged, categoriesChanged, legalChanged],
})
