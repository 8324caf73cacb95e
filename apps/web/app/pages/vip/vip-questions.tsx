import type { SaleWays } from '../../domains/vip/sale-rules.ts'
import { useContact } from '../../domains/vip/use-contact.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { SectionHeader } from '../../ui/titles/section-header.tsx'
import styles from './vip-questions.module.css'
import { vipPageTexts } from './vip-texts.ts'

interface VipQuestionsProps {
  products: ReplyFrom<'vipProducts'>
  ways: SaleWays
  hasCinema: boolean
}

/** Questions about what this station gives; never folded. */
export function VipQuestions({ products: { benefits, coolingOffDays }, ways, hasCinema }: VipQuestionsProps) {
  const texts = useTexts(vipPageTexts)
  const contact = useContact()
  const { streams, download } = benefits
  const asked: [question: string, answer: string][] = []
  if (streams.vip > 0) asked.push([texts.streamsQuestion, texts.streamsAnswer(streams.vip)])
  asked.push([texts.renewQuestion, texts.renewAnswer])
  if (download) asked.push([texts.downloadQuestion, texts.downloadAnswer])
  const lateHelp = contact === null ? texts.lateAlone : texts.lateContact(contact)
  asked.push([texts.lateQuestion, texts.late[ways.pace] + lateHelp])
  if (hasCinema) asked.push([texts.whichQuestion, texts.whichAnswer])
  asked.push([texts.refundQuestion, coolingOffDays > 0 ? texts.refundAnswer(coolingOffDays) : texts.refundNever])
  if (ways.canBeRestricted) asked.push([texts.receivedQuestion, texts.receivedAnswer])
  return (
    <section className={styles.section} aria-labelledby="questions-head">
      <SectionHeader id="questions-head" heading={texts.questions} />
      <dl className={styles.list}>
        {asked.map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
