import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { deferredTexts } from './deferred-texts.ts'
import styles from './vip-offer.module.css'

/** Benefits of VIPs and the operator's contacts: VIPs are appointed by the operator. */
export function VipOffer() {
  const texts = useTexts(deferredTexts)
  const site = useSite()
  const contacts = [site?.email, site?.phone].filter((contact) => contact !== undefined && contact !== '')
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
      <p>{contacts.length > 0 ? texts.vipAsk : texts.vipClosed}</p>
      {contacts.map((contact) => (
        <p key={contact} className={styles.way}>
          {contact}
        </p>
      ))}
    </div>
  )
}
