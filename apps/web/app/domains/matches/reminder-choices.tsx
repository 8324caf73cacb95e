import type { ReminderChoices as Choices } from '@yunmu/contract'
import { use, useId } from 'react'
import { useStore } from 'zustand'
import { CallCacheContext, callKey, isReplyOf, perform, useCall } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { spoilers } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { reminderChoiceTexts } from './reminder-choice-texts.ts'
import styles from './reminder-choices.module.css'

const moments = ['soon', 'start', 'score', 'over'] as const satisfies (keyof Choices)[]

/** What the user wants to be reminded of in followed matches. Optimistic. For signed-in users. */
export function ReminderChoices() {
  const texts = useTexts(reminderChoiceTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const id = useId()
  const isHiding = useStore(spoilers, (state) => state.isHiding)
  const { data } = useCall('matchReminders', {})
  if (!data) return null
  const choose = async (moment: keyof Choices, isWanted: boolean): Promise<void> => {
    const key = callKey('matchReminders', {}, script)
    const show = (shown: boolean): void => {
      const before = cache?.read(key).data
      if (isReplyOf('matchReminders', before)) cache?.set(key, { ...before, [moment]: shown })
    }
    show(isWanted)
    if (!(await perform('matchRemindersChoose', { [moment]: isWanted }, script))) show(!isWanted)
  }
  const note = isHiding ? texts.hiddenNote : texts.scoreNote
  const hasNote = isHiding ? data.score || data.over : data.score
  return (
    <fieldset className={styles.choices} aria-describedby={`${id}-about`}>
      <legend className={styles.name}>{texts.name}</legend>
      <p id={`${id}-about`} className={styles.about}>
        {texts.about}
      </p>
      <div className={styles.boxes}>
        {moments.map((moment) => (
          <Checkbox key={moment} checked={data[moment]} onChange={({ target }) => void choose(moment, target.checked)}>
            {texts[moment]}
          </Checkbox>
        ))}
      </div>
      <p className={styles.about} role="status">
        {hasNote ? note : ''}
      </p>
    </fieldset>
  )
}
