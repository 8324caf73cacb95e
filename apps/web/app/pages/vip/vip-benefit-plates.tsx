import { danmakuBounds, type VipBenefits } from '@yunmu/contract'
import type { ReactNode } from 'react'
import { benefitIcons, benefitsGiven, type BenefitKind } from '../../domains/vip/benefits.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './vip-benefit-plates.module.css'
import { vipPageTexts } from './vip-texts.ts'

interface PlatesProps {
  benefits: VipBenefits
  /** Wide pictures of titles, which the plates are drawn over. */
  backdrops: readonly string[]
}

/** Benefits that are shown as a picture of themselves. */
type PicturedKind = Exclude<BenefitKind, 'titles' | 'streams'>

const isPictured = (kind: BenefitKind): kind is PicturedKind => kind !== 'titles' && kind !== 'streams'

/** What VIPs get, in pictures and lines; absent if the station gives nothing. */
export function VipBenefitPlates({ benefits, backdrops }: PlatesProps) {
  const texts = useTexts(vipPageTexts)
  const given = benefitsGiven(benefits).filter(isPictured)
  const more = useFurtherBenefits(benefits)
  if (given.length === 0 && more.length === 0) return null
  const lines: Readonly<Record<PicturedKind, string>> = {
    noAds: texts.noAdsLine,
    download: texts.downloadLine,
    cinema: texts.cinemaLine(benefits.minHeight),
  }
  return (
    <section aria-label={texts.benefits} className={styles.section}>
      {given.length > 0 && (
        <ul className={styles.plates}>
          {given.map((kind, at) => (
            <li key={kind}>
              <Plate kind={kind} backdrop={backdrops[(at + 1) % Math.max(1, backdrops.length)]} benefits={benefits} />
              <h2 className={styles.head}>
                <Icon name={benefitIcons[kind]} size={22} />
                {texts[kind]}
              </h2>
              <p className={styles.line}>{lines[kind]}</p>
            </li>
          ))}
        </ul>
      )}
      {more.length > 0 && (
        <ul className={styles.more} aria-label={texts.more}>
          {more.map((line) => (
            <li key={line}>
              <Icon name="check" size={18} />
              {line}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What VIPs get that has no picture. */
function useFurtherBenefits(benefits: VipBenefits): readonly string[] {
  const texts = useTexts(vipPageTexts)
  const { user, vip } = danmakuBounds.daily
  const { streams, danmaku } = benefits
  const given = benefitsGiven(benefits)
  return [
    given.includes('titles') ? texts.moreTitles : '',
    given.includes('streams') ? texts.moreStreams(streams.vip, streams.user) : '',
    danmaku ? texts.moreDanmaku(vip, user) : '',
  ].filter((line) => line !== '')
}

function Plate({
  kind,
  backdrop,
  benefits,
}: {
  kind: PicturedKind
  backdrop: string | undefined
  benefits: VipBenefits
}) {
  const texts = useTexts(vipPageTexts)
  const pictures = usePictures()
  const picture = backdrop !== undefined && (
    <img {...pictures(backdrop, 'wide')} sizes="(max-width: 599px) 100vw, 438px" alt="" loading="lazy" />
  )
  const drawn: Readonly<Record<PicturedKind, ReactNode>> = {
    noAds: (
      <>
        {picture}
        <span className={styles.bars}>
          <span>{texts.ordinary}</span>
          <i data-breaks />
          <span>{texts.threeBreaks}</span>
          <span className={styles.gold}>{texts.member}</span>
          <i className={styles.whole} />
          <span>{texts.straight}</span>
        </span>
      </>
    ),
    download: (
      <span className={styles.phone}>
        {picture}
        <span className={styles.saved}>
          <i />
          <span>{texts.downloadDone}</span>
        </span>
      </span>
    ),
    cinema: (
      <>
        <span className={styles.sharp}>{picture}</span>
        <span className={styles.soft}>{picture}</span>
        <span className={styles.tagSoft}>{texts.standard}</span>
        <span className={styles.tagSharp}>{texts.high(benefits.minHeight)}</span>
      </>
    ),
  }
  return (
    <div className={styles.plate} data-kind={kind} aria-hidden="true">
      {drawn[kind]}
    </div>
  )
}
