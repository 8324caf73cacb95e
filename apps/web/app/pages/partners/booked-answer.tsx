import type { PartnerProduct } from '@yunmu/contract'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../lib/text/copy-text.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './booked-answer.module.css'
import { bookingTexts } from './booking-texts.ts'
import type { Booked } from './use-booking.ts'

/** In groups that are easy to read out. */
const spaced = (no: string): string => no.replace(/^(\D+)(\d{6})(\d+)$/, '$1 $2 $3')

/** Takes the place of the form, and the focus. */
export function BookedAnswer({ booked, products }: { booked: Booked; products: readonly PartnerProduct[] }) {
  const texts = useTexts(bookingTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  const { no, company, contact, fromDay, toDay, phone, email, budget, message } = booked
  const facts = [
    [texts.place, products.map(({ name }) => name).join('、')],
    [texts.days, texts.dayRange(fromDay, toDay)],
    [texts.company, company],
    [texts.phone, phone],
    [texts.email, email],
    [texts.budget, texts.budgets[budget]],
    [texts.message, message],
  ].filter(([, value]) => value !== '')
  return (
    <>
      <div>
        <span className={styles.check}>
          <Icon name="check" size={24} />
        </span>
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          {texts.received(contact)}
        </h1>
        <p className={styles.line}>{texts.receivedLine}</p>
        <div className={styles.number}>
          <p>
            <span>{texts.number}</span>
            <b>{spaced(no)}</b>
          </p>
          <button type="button" onClick={() => void copyText(no, texts.copyByHand).then(setCopied)}>
            <Icon name={isCopied ? 'check' : 'copy'} size={18} />
            <span role="status">{isCopied ? texts.copied : texts.copy}</span>
          </button>
        </div>
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
