import { expect, test } from 'vitest'
import { isIcpNumber, isPoliceNumber, registrationsOf } from './registration-rules.ts'

test.each([
  '12345678',
  'ICP备12345678号',
  '美ICP备12345678号',
  '京ICP备1234567号',
  '京ICP备12345678901号',
  '京ICP备12345678号-',
  '京ICP备12345678号-1 ',
  '京ICP备１２３４５６７８号',
  '京ICP备12345678号<script>',
  'https://elsewhere.example/京ICP备12345678号',
  '京ICP备12345678号\n京ICP备12345678号',
])('[A06] %j is no ICP number', (text) => {
  expect(isIcpNumber(text)).toBe(false)
  expect(registrationsOf({ icp_number: text, police_number: '' })).toEqual([])
})

test.each([
  '11010502030143',
  '公网安备11010502030143号',
  '京公网安备1101050203014号',
  '京公网安备110105020301431号',
  '京公网安备11010502030143号&x=1',
  '京公网安备  11010502030143号',
  '京公网安备11010502030143',
])('[A06] %j is no number of the police’s register', (text) => {
  expect(isPoliceNumber(text)).toBe(false)
  expect(registrationsOf({ icp_number: '', police_number: text })).toEqual([])
})

test('[A06] registrations lead to their registers', () => {
  expect(registrationsOf({ icp_number: '', police_number: '' })).toEqual([])
  for (const icp of ['京ICP备12345678号-1', '沪ICP备2021012345号', '粤ICP备05012345号-12A'])
    expect(registrationsOf({ icp_number: icp, police_number: '' })).toEqual([
      { name: icp, url: 'https://beian.miit.gov.cn/' },
    ])
  for (const police of ['京公网安备11010502030143号', '京公网安备 11010502030143号'])
    expect(registrationsOf({ icp_number: '京ICP备12345678号', police_number: police })).toEqual([
      { name: '京ICP备12345678号', url: 'https://beian.miit.gov.cn/' },
      { name: police, url: 'https://beian.mps.gov.cn/#/query/webSearch?code=11010502030143' },
    ])
})
