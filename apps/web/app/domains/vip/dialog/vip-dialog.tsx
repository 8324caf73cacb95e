import type { ReactNode } from 'react'
import { useUser } from '../../../lib/session/session.ts'
import { vipTexts } from '../../../lib/session/vip-texts.ts'
import { closeDialog, openDialog, type VipStep } from '../../../lib/shell/dialogs.ts'
import { useSite } from '../../../lib/site/site.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { isPaidHere } from '../checkout.ts'
import { fullMoney } from '../money-rules.ts'
import { isGiven } from '../order-rules.ts'
import { useOwnMembership } from '../use-own-membership.ts'
import { useCheckout, type Checkout } from '../use-checkout.ts'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import { AgreeStep } from './agree-step.tsx'
import { ChooseStep } from './choose-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { PaidStep } from './paid-step.tsx'
import { PayStep } from './pay-step.tsx'
import { TipsStep } from './tips-step.tsx'

interface VipDialogProps {
  isOpen: boolean
  step: VipStep | undefined
  restoreFocus: () => void
}

interface StepView {
  title: string
  note?: string | undefined
  size?: 'broad'
  isReadOnly?: boolean
  /** What the close button and Escape do. */
  close: () => void
  content: ReactNode
}

/** The VIP dialog: choice of plan and method, its confirmation, the payment, and the thanks for it. */
export function VipDialog({ isOpen, step, restoreFocus }: VipDialogProps) {
  const checkout = useCheckout()
  const { content, note, size, ...view } = useStepView(step, checkout)
  return (
    <Dialog
      isOpen={isOpen}
      restoreFocus={restoreFocus}
      {...view}
      {...(note === undefined ? {} : { note })}
      {...(size === undefined ? {} : { size })}
    >
      {content}
    </Dialog>
  )
}

function useStepView(step: VipStep | undefined, checkout: Checkout): StepView {
  const texts = useTexts(vipDomainTexts)
  const choosing = useChoosingView(checkout)
  const membership = useOwnMembership()
  switch (step?.at) {
    case undefined:
      return choosing
    case 'confirm':
    case 'agree': {
      // Declining shows again what was chosen.
      const close = (): void => (step.from === 'page' ? closeDialog() : void openDialog('vip'))
      const asked = { checkout, from: step.from, decline: close }
      if (step.at === 'agree')
        return { title: texts.agreeTitle, isReadOnly: true, close, content: <AgreeStep {...asked} /> }
      return {
        title: texts.confirmTitle(checkout.method?.name ?? ''),
        note: texts.confirmText,
        close,
        content: <ConfirmStep {...asked} />,
      }
    }
    case 'pay': {
      const { order } = step
      const price = fullMoney({ minor: order.amount, currency: order.currency })
      return {
        title: order.typeName,
        note: `${order.name}　${price}`,
        isReadOnly: isPaidHere(order),
        close: closeDialog,
        content: <PayStep key={order.no} initial={order} />,
      }
    }
    case 'paid':
      return {
        title: isGiven(step.order, membership) ? texts.openedTitle : texts.paidTitle,
        isReadOnly: true,
        close: closeDialog,
        content: <PaidStep order={step.order} />,
      }
    case 'tips': {
      const { back } = step
      const close = (): void => {
        if (back === null) closeDialog()
        else if (back === 'choice') void openDialog('vip')
        else void openDialog('vip', back)
      }
      return {
        title: texts.tipsTitle,
        isReadOnly: true,
        close,
        content: <TipsStep ways={checkout.ways} close={close} />,
      }
    }
  }
}

function useChoosingView(checkout: Checkout): StepView {
  const texts = useTexts(vipDomainTexts)
  const vip = useTexts(vipTexts)
  const user = useUser()
  const site = useSite()?.name ?? ''
  const view = useOwnMembership()
  const content = <ChooseStep checkout={checkout} isRenewal={view.is === 'active'} />
  if (checkout.products?.list.length === 0) return { title: vip.open, close: closeDialog, content }
  return {
    title: view.is === 'active' ? texts.renewTitle(site) : texts.openTitle(site),
    note: [
      user?.userNickName || user?.userName,
      view.is === 'active' && view.until ? texts.vipUntil(view.until) : texts.noStatus,
    ]
      .filter((part) => part !== undefined && part !== '')
      .join('　'),
    size: 'broad',
    close: closeDialog,
    content,
  }
}
