/**
 * Texts made to attack or break pages, attributes, XML, JSON, spreadsheets, SQL, regular expressions or line layout. Each
 * must be displayed as plain text.
 */
export const hostileTexts: readonly string[] = [
  // Markup and scripts.
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '<svg/onload=alert(1)>',
  '</textarea><script>alert(1)</script>',
  '<!--<script>',
  ']]></d><d p="0,1,25,16777215">伪造</d><![CDATA[',
  '&lt;b&gt; &amp;amp; &#x3C; &#0; &unknown;',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '${7*7} #{7*7} <%= 7*7 %>',
  '</script><script>alert(1)//',
  '\u003cscript\u003ealert(1)\u003c/script\u003e',
  '＜script＞alert(1)＜／script＞',
  // Formats.
  '"},{"text":"伪造","user":"x"},{"a":"',
  '\\","x":"\\u0000',
  "=cmd|'/C calc'!A0",
  '@SUM(1+1)*cmd|x',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e400',
  '0x7fffffffffffffff',
  // SQL and shells.
  "'; drop table comment; --",
  "' or 1=1 --",
  '%_%_%',
  '$(reboot) `reboot` ; reboot | reboot',
  '../../../../etc/passwd',
  // Regular expressions.
  '(a+)+$',
  `${'a'.repeat(200)}!`,
  '[[[[[[((((((***+++???',
  // Writing directions.
  '\u202E反着念\u202C正着念',
  '\u2066\u2067\u2068左右\u2069',
  'user\u202Egnp.exe',
  '\u061C\u200E\u200F方向',
  'السلام عليكم שלום 你好',
  // Invisible characters and those that overlap neighbours.
  '看\u200B不\u200C见\u200D的\u2060字\uFEFF',
  '\u00AD\u034F\u115F\u1160\u17B4\u3164\uFFA0\u2800',
  `Z\u0351\u036B\u0343a\u0300\u0301\u0302\u0303\u0304\u0305\u0306lgo`,
  `${'o'}${'\u0336\u0489\u20DD'.repeat(300)}`,
  '\u0E01\u0E47\u0E47\u0E47\u0E47\u0E47\u0E47\u0E47\u0E47\u0E47\u0E47',
  '\uFDFD\uFDFA\u{12031}\u{1242B}',
  '\u0301\u0302从记号开始',
  // Characters of four bytes, joined sequences, lone surrogates.
  '𠮷野家 𪚥 𬬻',
  '👨‍👩‍👧‍👦 👩🏽‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 🇨🇳',
  `${'👩‍'.repeat(200)}👩`,
  '\uD83D',
  '\uDE00半个',
  `半个\uD83D在中间\uDE00`,
  '\uFFFE\uFFFF\u{1FFFE}\uFDD0\uE000\u{F0000}\uFFFC\uFFFD',
  '\u{E0001}\u{E0041}\u{E0042}标签',
  // Spaces, lines and controls.
  '\u00A0\u1680\u2000\u2003\u202F\u205F\u3000宽',
  '一\r\n二\r三\u2028四\u2029五\u0085六\v七\f八',
  `${'\n'.repeat(500)}空行${'\n'.repeat(500)}`,
  '\u0001\u0007\u001B[31m红\u001B[0m\u007F\u009B31m',
  '\t\t\t制表',
  '',
  ' ',
  '\u200B',
  // Length.
  '长'.repeat(20_000),
  '😀'.repeat(5000),
  'ﷺ'.repeat(2000),
  // Unicode forms of the same text.
  'ＡＢＣ①②③㈠㍿ﬁ℡',
  'ÅÅÅ ḍ̇ ẛ̣',
  '각각',
  'İıſK',
]
