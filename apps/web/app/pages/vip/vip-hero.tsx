import type { VipBenefits } from '@yunmu/contract'
import { benefitsGiven } from '../../domains/vip/benefits.ts'
import type { MembershipView } from '../../domains/vip/membership-view.ts'
import { usePictures } from '../../lib/picture.ts'
import { useUser } from '../../lib/session/session.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { OverArtwork } from '../../ui/titles/over-artwork.tsx'
import styles from './vip-hero.module.css'
import { VipSeats } from './vip-seats.tsx'
import { cinemaId, plansId } from './vip-sections.ts'
import { vipPageTexts } from './vip-texts.ts'

interface VipHeroProps {
  /** Shown on the screen; undefined if there is no title. */
  backdrop: string | undefined
  membership: MembershipView
  benefits: VipBenefits | undefined
  isSelling: boolean
  hasCinema: boolean
}

/** A cinema: the screen shows a film, which lights the seats and the room. */
export function VipHero({ backdrop, membership, benefits, isSelling, hasCinema }: VipHeroProps) {
  const texts = useTexts(vipPageTexts)
  const pictures = usePictures()
  const site = useSite()?.name ?? ''
  const given = benefits ? benefitsGiven(benefits) : []
  const picture = backdrop === undefined ? null : pictures(backdrop, 'wide')
  return (
    <section className={styles.hero} aria-label={texts.pageTitle(site)}>
      <OverArtwork />
      <div className={styles.room} aria-hidden="true">
        {picture && <img className={styles.glow} src={picture.srcSet.split(' ')[0]} alt="" />}
        <div className={styles.screen}>
          {picture && <img {...picture} sizes="(max-width: 599px) 100vw, 664px" alt="" fetchPriority="high" />}
        </div>
        <VipSeats className={styles.seats} />
      </div>
      <div className={styles.inner}>
        <Kicker membership={membership} />
        <h1 className={styles.title} style={{ '--length': [...texts.pageTitle(site)].length }}>
          {texts.pageTitle(site)}
        </h1>
        <p className={styles.latin} aria-hidden="true">
          {texts.latin}
        </p>
        <p className={styles.promise}>
          {given.length > 0 && given.map((kind) => texts.promise[kind]).join(texts.separator) + texts.stop}
          {given.length > 0 && <br />}
          {texts.promiseEnd}
        </p>
        <p className={styles.ways}>
          <a href={`#${plansId}`} className={styles.way}>
            {isSelling ? texts.seePlans : texts.askOperator}
          </a>
          {hasCinema && (
            <a href={`#${cinemaId}`} className={styles.link}>
              {texts.toCinema}
              <Icon name="next" size={14} />
            </a>
          )}
        </p>
      </div>
    </section>
  )
}

function Kicker({ membership }: { membership: MembershipView }) {
  const texts = useTexts(vipPageTexts)
  const user = useUser()
  const site = useSite()?.name ?? ''
  if (membership.is === 'ended') return <p className={styles.ended}>{texts.ended(membership.month, membership.day)}</p>
  const name = user?.userNickName || user?.userName || ''
  return (
    <p className={styles.kicker}>
      <Icon name="crown" size={18} />
      {membership.is === 'active' ? texts.greeting(name, site) : texts.invitation}
    </p>
  )
}
