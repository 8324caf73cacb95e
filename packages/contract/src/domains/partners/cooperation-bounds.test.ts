import { expect, test } from 'vitest'
import { cooperationProblems } from './cooperation-bounds.ts'

const fields = {
  company: '山泉饮品',
  contact: '周女士',
  phone: '138 0013 8065',
  email: '',
  fromDay: '',
  toDay: '',
  message: '',
}

test.each([
  [{ company: ' ' }, { company: 'companyMissing' }],
  [{ contact: '' }, { contact: 'contactMissing' }],
  [{ phone: '' }, { phone: 'wayMissing' }],
  [{ phone: '138 0013 806' }, { phone: 'phoneShort' }],
  [{ phone: '138001380655' }, { phone: 'phoneInvalid' }],
  [{ phone: '没有' }, { phone: 'phoneInvalid' }],
  [{ phone: '', email: 'zhou@' }, { email: 'emailInvalid' }],
  [{ fromDay: '2026-12-20', toDay: '2026-12-19' }, { toDay: 'daysInvalid' }],
  [{ fromDay: '2026-02-30' }, { toDay: 'daysInvalid' }],
  [{ message: '长'.repeat(501) }, { message: 'messageLong' }],
  [{ company: '山泉\n电话：110' }, { company: 'signsInvalid' }],
  [{ contact: '\u001b[2J周' }, { contact: 'signsInvalid' }],
  [{ phone: '138 0013\n8065' }, { phone: 'signsInvalid' }],
  [{ email: 'zhou\u009b@shanquan.example' }, { email: 'signsInvalid' }],
  [{ message: '来\r看' }, { message: 'signsInvalid' }],
])('[J05] a request with %j has problems', (wrong, problems) => {
  expect(cooperationProblems({ ...fields, ...wrong })).toEqual(problems)
})

test.each([
  {},
  { phone: '+86 138-0013-8065' },
  { phone: '010-6655 7788转12' },
  { phone: '+44 20 7946 0958' },
  { phone: '', email: 'zhou@shanquan.example' },
  { fromDay: '2026-12-20', toDay: '2026-12-20' },
  { company: ' 山泉饮品\n', message: '两场冠名。\n\t另问皮肤。' },
])('[J05] a request with %j is complete', (right) => {
  expect(cooperationProblems({ ...fields, ...right })).toEqual({})
})
