import type { ReportReason } from '@yunmu/contract'
import { useState } from 'react'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { closeDialog, dialogs, type PublicText } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { reactionTo } from '../../lib/session/session-rules.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/dialog/confirm.module.css'
import { dialogTexts } from '../../ui/dialog/dialog-texts.ts'
import own from './report-form.module.css'
import { reportTexts } from './report-texts.ts'

/** Repeated here, because importing the contract's schema would bundle the schema library. */
const reasons = ['abuse', 'spam', 'porn', 'politics', 'spoiler', 'other'] as const satisfies readonly ReportReason[]

interface ReportFormProps {
  text: PublicText & {
    /** The reported text. */
    words: string
  }
}

/** Form to report a text with a reason. */
export function ReportForm({ text: { kind, id, words } }: ReportFormProps) {
  const texts = useTexts(reportTexts)
  const { no } = useTexts(dialogTexts)
  const script = useScript()
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [isPending, setPending] = useState(false)
  const report = async (why: ReportReason): Promise<void> => {
    setPending(true)
    const { request } = dialogs.getState()
    try {
      await callOnce('commonReport', { kind, id, reason: why }, script)
      showToast({ text: texts.done, kind: 'done' })
    } catch (err) {
      if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
      const needsToast = err instanceof UnreachableError || reactionTo(err.code) === 'warn'
      if (needsToast) showToast({ text: err.message, kind: 'warning' })
      if (err instanceof RefusedError && err.refusal === 'AlreadyDone') showToast({ text: texts.already, kind: 'done' })
      // The choice is kept if the network failed.
      if (err instanceof UnreachableError) return
    } finally {
      setPending(false)
    }
    // If the viewer had to log in first, another dialog, or none, is open now.
    if (dialogs.getState().request === request) closeDialog()
  }
  return (
    <>
      <blockquote className={own.words}>{words}</blockquote>
      <fieldset className={own.reasons}>
        <legend className="unseen">{texts.reasons}</legend>
        {reasons.map((one) => (
          <label key={one} className={own.reason}>
            <input type="radio" name="reason" checked={one === reason} onChange={() => setReason(one)} />
            {texts.reason[one]}
          </label>
        ))}
      </fieldset>
      <div className={styles.ways}>
        <Button onClick={closeDialog}>{no}</Button>
        <Button
          variant="primary"
          pending={isPending}
          disabled={reason === null}
          title={reason === null ? texts.choose : undefined}
          onClick={() => reason && void report(reason)}
        >
          {texts.report}
        </Button>
      </div>
    </>
  )
}
