import type { Order } from '@yunmu/contract'
import { useRef, useState } from 'react'
import { perform } from '../../../lib/calls/call-query.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { resizeProof } from '../resize-proof.ts'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import styles from './step.module.css'

/** Sends a picture of a transfer. A later one replaces it. */
export function ProofUpload({ order, onSent }: { order: Order; onSent: (order: Order) => void }) {
  const texts = useTexts(vipDomainTexts)
  const script = useScript()
  const input = useRef<HTMLInputElement>(null)
  const [isPending, setPending] = useState(false)
  const send = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setPending(true)
    const picture = await resizeProof(file)
    if (picture === null) showToast({ text: texts.proofBroken, kind: 'warning' })
    const reply = picture === null ? null : await perform('userOrderProof', { no: order.no, picture }, script)
    setPending(false)
    if (!reply) return
    onSent(reply.order)
    showToast({ text: texts.proofSent, kind: 'done' })
  }
  return (
    <div className={styles.proof}>
      <p>{order.proofSent ? texts.proofWaits : texts.proofHint}</p>
      <Button pending={isPending} onClick={() => input.current?.click()}>
        {order.proofSent ? texts.replaceProof : texts.sendProof}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-label={texts.sendProof}
        onChange={({ target }) => {
          void send(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}
