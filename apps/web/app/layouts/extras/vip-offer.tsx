import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { lateTexts } from './late-texts.ts'
import styles from './vip-offer.module.css'

/** What a VIP gets, and whom to ask: the operator makes VIPs. */
export function VipOffer() {
  const texts = useTexts(lateTexts)
  const site = useSite()
  const ways = [site?.email, site?.phone].filter((way) => way !== undefined && way !== '')
  return (
    <div className={styles.offer}>
      <ul>
        {texts.vipGains.map((gain) => (
          <li key={gain}>
            <Icon name="check" />
            {gain}
          </li>
        ))}
      </ul>
      <p>{ways.length > 0 ? texts.vipAsk : texts.vipClosed}</p>
      {ways.map((way) => (
        <p key={way} className={styles.way}>
          {way}
        </p>
      ))}
    </div>
  )
}
