import type { Script } from '@yunmu/contract'
import { useEffect, useState } from 'react'
import { callOnce, perform, useViewerVersion } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { showToast } from '../../lib/shell/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Switch } from '../../ui/forms/switch.tsx'
import { canPush, currentSubscription, keysOf, subscribeBrowser } from './browser-push.ts'
import { pushTexts } from './push-texts.ts'

interface PushState {
  /** The station's key. */
  key: string
  on: boolean
  denied: boolean
}

async function loadState(script: Script): Promise<PushState> {
  const subscription = await currentSubscription()
  const reply = await callOnce('pushState', { endpoint: subscription?.endpoint ?? null }, script)
  const keys = reply.on && subscription ? keysOf(subscription) : null
  // The texts are sent in the script of the last subscription. A failure leaves that one.
  if (keys) await callOnce('pushSubscribe', { ...keys, script }, script).catch(() => null)
  return { ...reply, denied: Notification.permission === 'denied' }
}

/**
 * Switches reminders in this browser on and off. The browser is asked for permission when it is pressed. Absent where the
 * browser cannot show notifications. For signed-in users.
 */
export function PushSwitch() {
  const texts = useTexts(pushTexts)
  const script = useScript()
  const viewerVersion = useViewerVersion()
  const [state, setState] = useState<PushState | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (!canPush()) return
    let isCurrent = true
    const show = (loaded: PushState | null): void => {
      if (isCurrent) setState(loaded)
    }
    // Without the station's answer the switch is absent.
    loadState(script).then(show, () => show(null))
    return () => {
      isCurrent = false
    }
  }, [script, viewerVersion])
  if (!state) return null

  const turnOn = async (): Promise<void> => {
    const subscription = await subscribeBrowser(state.key)
    if (subscription === 'dismissed') return
    if (subscription === 'denied') return setState({ ...state, denied: true })
    const keys = subscription === 'failed' ? null : keysOf(subscription)
    if (!keys) return showToast({ text: texts.failed, kind: 'warning' })
    if (await perform('pushSubscribe', { ...keys, script }, script)) setState({ ...state, on: true, denied: false })
  }
  const turnOff = async (): Promise<void> => {
    const subscription = await currentSubscription()
    // The browser ends its subscription when the user withdraws the permission.
    const off = { ...state, on: false, denied: Notification.permission === 'denied' }
    if (!subscription) return setState(off)
    if (!(await perform('pushUnsubscribe', { endpoint: subscription.endpoint }, script))) return
    setState(off)
    await subscription.unsubscribe().catch(() => false)
  }
  const toggle = async (): Promise<void> => {
    setBusy(true)
    await (state.on ? turnOff() : turnOn()).finally(() => setBusy(false))
  }
  const isDenied = state.denied && !state.on
  return (
    <Switch
      name={texts.name}
      about={isDenied ? texts.denied : texts.about}
      isOn={state.on}
      isDisabled={isBusy || isDenied}
      toggle={() => void toggle()}
    />
  )
}
