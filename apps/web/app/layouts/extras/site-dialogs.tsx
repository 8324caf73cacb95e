import type { Message } from '@yunmu/contract'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { AccountForms, useAccountHeading, type AccountRequest } from '../../domains/accounts/account-forms.tsx'
import { ListPicker } from '../../domains/library/list-picker.tsx'
import { listTexts } from '../../domains/library/list-texts.ts'
import { MessageDetail, useMessageHeading } from '../../domains/messages/message-detail.tsx'
import { BlockForm } from '../../domains/moderation/block-form.tsx'
import { moderationTexts } from '../../domains/moderation/moderation-texts.ts'
import { ReportForm } from '../../domains/moderation/report-form.tsx'
import { reportTexts } from '../../domains/moderation/report-texts.ts'
import { closeDialog, dialogs, type DialogRequest } from '../../lib/shell/dialogs.ts'
import type { ShareSubject } from '../../lib/shell/share-subject.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Confirm } from '../../ui/dialog/confirm.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { deferredTexts } from './deferred-texts.ts'

const SharePanel = lazy(() =>
  import('../../domains/share/share-panel.tsx').then((part) => ({ default: part.SharePanel })),
)

const VipDialog = lazy(() =>
  import('../../domains/vip/dialog/vip-dialog.tsx').then((part) => ({ default: part.VipDialog })),
)

/** Focuses the element that opened the dialog; if it is gone, the account button in the header. */
function restoreFocus(): void {
  const { opener } = dialogs.getState()
  const canFocusOpener = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const accountButtons = [...document.querySelectorAll<HTMLElement>('[data-account]')]
  const target = canFocusOpener ? opener : accountButtons.find((account) => account.checkVisibility())
  target?.focus()
}

/** All dialogs of the site, one at a time. */
export function SiteDialogs() {
  const words = useTexts(moderationTexts)
  const reports = useTexts(reportTexts)
  const lists = useTexts(listTexts)
  const request = useStore(dialogs, (state) => state.request)
  // The content stays rendered during the closing animation.
  const [last, setLast] = useState<DialogRequest | null>(request)
  if (request !== null && request !== last) setLast(request)
  if (!last) return null
  const isOpen = request !== null
  if (last[0] === 'vip')
    return (
      <Suspense>
        <VipDialog isOpen={isOpen} step={last[1]} restoreFocus={restoreFocus} />
      </Suspense>
    )
  if (last[0] === 'lists')
    return (
      <Frame isOpen={isOpen} title={lists.putInto}>
        <ListPicker titleId={last[1]} />
      </Frame>
    )
  if (last[0] === 'share') return <ShareDialog isOpen={isOpen} subject={last[1]} />
  if (last[0] === 'message') return <MessageDialog isOpen={isOpen} message={last[1]} />
  if (last[0] === 'block')
    return (
      <Frame isOpen={isOpen} title={words.blockTitle(last[1].author)}>
        <BlockForm text={last[1]} />
      </Frame>
    )
  if (last[0] === 'report')
    return (
      <Frame isOpen={isOpen} title={reports.title[last[1].kind]} note={reports.note}>
        <ReportForm text={last[1]} />
      </Frame>
    )
  if (last[0] !== 'confirm') return <AccountDialog isOpen={isOpen} request={last} />
  return (
    <Frame isOpen={isOpen} title={last[1].title}>
      <Confirm {...last[1]} />
    </Frame>
  )
}

/** One frame for all account dialogs, so that the focus stays inside when one replaces another. */
function AccountDialog({ isOpen, request }: { isOpen: boolean; request: AccountRequest }) {
  return (
    <Frame isOpen={isOpen} {...useAccountHeading(request)}>
      <AccountForms request={request} />
    </Frame>
  )
}

function MessageDialog({ isOpen, message }: { isOpen: boolean; message: Message }) {
  return (
    <Frame isOpen={isOpen} isReadOnly {...useMessageHeading(message)}>
      <MessageDetail message={message} close={closeDialog} />
    </Frame>
  )
}

function ShareDialog({ isOpen, subject }: { isOpen: boolean; subject: ShareSubject }) {
  const texts = useTexts(deferredTexts)
  const note = [subject.name, subject.part].filter((part) => part !== '').join('　')
  return (
    <Frame isOpen={isOpen} isReadOnly size="wide" title={texts.share} note={note}>
      <Suspense>
        <SharePanel subject={subject} />
      </Suspense>
    </Frame>
  )
}

interface FrameProps {
  isOpen: boolean
  title: string
  note?: string
  isReadOnly?: boolean
  size?: 'wide'
  children: ReactNode
}

function Frame(frame: FrameProps) {
  return <Dialog {...frame} close={closeDialog} restoreFocus={restoreFocus} />
}
