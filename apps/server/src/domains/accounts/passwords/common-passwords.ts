/** The most common passwords of at least eight characters, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 0123456789 87654321 987654321 11223344 12341234 12121212 123123123 1234abcd 12344321
  147258369 159357456 741852963 789456123 88888888 66666666 00000000 11111111 99999999 5201314520 1314520520 5201314a
  a1234567 a12345678 a123456789 aa123456 aa12345678 abc12345 abc123456 abcd1234 abcd123456 asd123456 qq123456 qq123456789
  qwe12345 qwe123456 qwer1234 qwerty12 qwerty123 qwertyui qwertyuiop q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  1qaz2wsx3edc qazwsxedc zaq12wsx zxcvbnm1 zxcvbnm123 asdfghjk asdfghjkl asdf1234 zxcv1234 password password1 password12
  password123 passw0rd p@ssw0rd p@ssword iloveyou iloveyou1 woaini520 woaini1314 woaini123 wodemima admin123 admin1234
  admin888 administrator root1234 letmein1 welcome1 welcome123 sunshine princess football baseball superman batman123
  starwars dragon123 monkey123 computer internet whatever trustno1 changeme changeme1 master123 michael1 jennifer
  test1234 testtest guest123 user1234 yunmu123 yunmu1234 wang1234 zhang123 li123456 liu123456 chen1234 woaiwojia
  caonima123 nihao123 nihao1234 taobao123 alibaba1 tencent1 baidu123 weixin123 8008208820`.split(/\s+/),
)
