import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './vip-contacts.module.css'
import { vipDomainTexts } from './vip-domain-texts.ts'

/** The operator's contacts, while no plans are sold: then the operator makes users VIPs. */
export function VipContacts() {
  const texts = useTexts(vipDomainTexts)
  const site = useSite()
  const contacts = [site?.email, site?.phone].filter((contact) => contact !== undefined && contact !== '')
  return (
    <div className={styles.offer}>
      <p>{contacts.length > 0 ? texts.ask : texts.closed}</p>
      {contacts.map((contact) => (
        <p key={contact} className={styles.way}>
          {contact}
        </p>
      ))}
    </div>
  )
}
