import { useState } from 'react'
import { copyText } from '../../lib/text/copy-text.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { groupOrderNo } from './order-rules.ts'
import styles from './order-number.module.css'
import { vipDomainTexts } from './vip-domain-texts.ts'

const copiedMs = 2000

/** An order's number with a button that copies it. */
export function OrderNumber({ no }: { no: string }) {
  const texts = useTexts(vipDomainTexts)
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    if (!(await copyText(no, texts.copyByHand))) return
    setCopied(true)
    setTimeout(() => setCopied(false), copiedMs)
  }
  return (
    <span className={styles.number}>
      <span data-order-no={no}>{groupOrderNo(no)}</span>
      <button type="button" aria-label={texts.copyNo} title={texts.copyNo} onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      </button>
      <span role="status" className="unseen">
        {isCopied && texts.copied}
      </span>
    </span>
  )
}
