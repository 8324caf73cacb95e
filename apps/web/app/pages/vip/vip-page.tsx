import { useCheckout } from '../../domains/vip/use-checkout.ts'
import { useOwnMembership } from '../../domains/vip/use-own-membership.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { vipUrl } from '../../lib/urls.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { VipBenefitPlates } from './vip-benefit-plates.tsx'
import { VipCinema } from './vip-cinema.tsx'
import { VipHero } from './vip-hero.tsx'
import { VipHow } from './vip-how.tsx'
import styles from './vip-page.module.css'
import { VipPlans } from './vip-plans.tsx'
import { VipQuestions } from './vip-questions.tsx'
import { cinemaCall, membersCall } from './vip-reads.ts'
import { VipMembersShelf } from './vip-members-shelf.tsx'
import { VipState } from './vip-state.tsx'
import { vipPageTexts } from './vip-texts.ts'

/** On phones the bar that pays takes the place of the navigation. Mounted with the page, as `OverArtwork` is. */
const footBarStyle =
  '@media (width<600px){:root:root{--bottom-bar:calc(74px + env(safe-area-inset-bottom))}nav[data-bottom-bar]{display:none}}'

/** What VIPs get, the plans, and how to buy one. */
export function VipPage() {
  const texts = useTexts(vipPageTexts)
  const site = useSite()?.name ?? ''
  const checkout = useCheckout()
  const membership = useOwnMembership()
  const cinema = useCall('vodCinema', cinemaCall).data?.list ?? []
  const members = useCall('vodList', membersCall).data
  const banners = useCall('indexBanners', {}).data
  const { products } = checkout
  const isSelling = products?.list.length !== 0
  const hasCinema = cinema.length > 0
  const backdrops = [...cinema, ...(members?.list ?? []), ...(banners?.list ?? [])].map(({ backdrop }) => backdrop)
  return (
    <main className={styles.page}>
      {isSelling && <style>{footBarStyle}</style>}
      <PageMeta
        page={isSelling ? 'Vip' : null}
        title={texts.title}
        description={texts.description(site)}
        image={backdrops[0]}
        canonical={vipUrl}
      />
      <VipHero
        backdrop={backdrops[0]}
        membership={membership}
        benefits={products?.benefits}
        isSelling={isSelling}
        hasCinema={hasCinema}
      />
      <div className={styles.body}>
        {products && <VipState membership={membership} benefits={products.benefits} />}
        {products && <VipBenefitPlates benefits={products.benefits} backdrops={backdrops} />}
        {hasCinema && <VipCinema />}
        {members && members.total > 0 && <VipMembersShelf titles={members.list} total={members.total} />}
        <VipPlans checkout={checkout} isRenewal={membership.is === 'active'} />
        {isSelling && <VipHow ways={checkout.ways} />}
        {products && isSelling && <VipQuestions products={products} ways={checkout.ways} hasCinema={hasCinema} />}
      </div>
    </main>
  )
}
