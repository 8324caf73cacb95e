import { danmakuBounds, type VipBenefits } from '@yunmu/contract'
import type { ReactNode } from 'react'
import type { MembershipView } from '../../domains/vip/membership-view.ts'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './vip-state.module.css'
import { vipPageTexts } from './vip-texts.ts'

/** The membership of a VIP and what it gives; absent for others. */
export function VipState({ membership, benefits }: { membership: MembershipView; benefits: VipBenefits }) {
  const texts = useTexts(vipPageTexts)
  if (membership.is !== 'active') return <div className={styles.room} />
  const { until, daysLeft } = membership
  const { streams, minHeight, danmaku } = benefits
  return (
    <section className={styles.strip} aria-label={texts.state}>
      <dl>
        <Fact
          label={texts.until}
          line={until === null ? texts.forever : daysLeft === 0 ? texts.lastDay : texts.daysLeft(daysLeft)}
        >
          <b className={styles.gold}>{until ?? texts.noStatus}</b>
        </Fact>
        {streams.vip !== streams.user && (
          <Fact label={texts.streams} line={texts.streamsLine(streams.user)}>
            {streams.vip === 0 ? <b>{texts.streamsAny}</b> : <Count number={streams.vip} unit={texts.streamsUnit} />}
          </Fact>
        )}
        {minHeight > 0 && (
          <Fact label={texts.quality} line={texts.qualityFrom(minHeight)}>
            <b>{minHeight}P+</b>
          </Fact>
        )}
        {danmaku && (
          <Fact label={texts.danmaku} line={texts.danmakuLine(danmakuBounds.daily.user)}>
            <Count number={danmakuBounds.daily.vip} unit={texts.danmakuUnit} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ label, line, children }: { label: string; line: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      <dd>{line}</dd>
    </div>
  )
}

function Count({ number, unit }: { number: number; unit: string }) {
  return (
    <>
      <b>{number}</b> <small>{unit}</small>
    </>
  )
}
