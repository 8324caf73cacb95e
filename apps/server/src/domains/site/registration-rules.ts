import type { OutsideLink } from '@yunmu/contract'
import type { SiteSettings } from './settings.ts'

/** Short names of the provinces, with which numbers of registrations begin. */
const province = '[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]'
const icpPattern = new RegExp(`^${province}ICP备\\d{8,10}号(?:-\\d{1,4}[A-Z]?)?$`)
const policePattern = new RegExp(`^${province}公网安备 ?(\\d{14})号$`)

/** Whether a text is the number of a website in the register of the Ministry of Industry (备案号). */
export const isIcpNumber = (text: string): boolean => icpPattern.test(text)

/** Whether a text is the number of a website in the register of the police (公安备案). */
export const isPoliceNumber = (text: string): boolean => policePattern.test(text)

/** The registrations that the footer shows, each with the address of the register. */
export function registrationsOf({
  icp_number,
  police_number,
}: Pick<SiteSettings, 'icp_number' | 'police_number'>): OutsideLink[] {
  const code = policePattern.exec(police_number)?.[1]
  return [
    ...(isIcpNumber(icp_number) ? [{ name: icp_number, url: 'https://beian.miit.gov.cn/' }] : []),
    ...(code === undefined
      ? []
      : [{ name: police_number, url: `https://beian.mps.gov.cn/#/query/webSearch?code=${code}` }]),
  ]
}
