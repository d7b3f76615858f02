const digits = '0123456789';

/** Runs of keys and letters, both ways: any part of them is a pattern. */
export const keyboardRows: readonly string[] = [
  digits.repeat(30),
  '1234567890'.repeat(30),
  'abcdefghijklmnopqrstuvwxyz'.repeat(10),
  'qwertyuiopasdfghjklzxcvbnm'.repeat(10),
  'qwertzuiopasdfghjklyxcvbnm'.repeat(10),
  'azertyuiopqsdfghjklmwxcvbn'.repeat(10),
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((row) => [row, [...row].reverse().join('')]);

/** Widely used passwords and the words that they are built around, compared without case, digits around and punctuation. */
export const blockedPasswords: ReadonlySet<string> = new Set(
  `password passwort passwords password123 passw0rd pass passphrase passcode letmein letmeinnow letmeinplease welcome welcomehome
  welcomeback admin administrator adminadmin root rootroot superuser superadmin sysadmin guest guestguest user username default
  defaultpassword secret secretsecret topsecret changeme changemenow changeit changethis changepassword temporary temp test testing
  testtest testpassword demo login loginlogin master masterkey access accessdenied trustno trustnoone iloveyou iloveyoutoo
  iloveyousomuch iloveyouforever loveyou lovelove sunshine princess football baseball basketball softball hockey soccer monkey
  dragon shadow superman batman spiderman starwars startrek pokemon michael jennifer jessica ashley daniel thomas jordan charlie
  andrew joshua matthew robert hunter harley ranger buster tigger george pepper ginger summer winter spring autumn january february
  september october november december monday friday sunday flower freedom whatever computer internet samsung google facebook linkedin
  twitter amazon microsoft windows apple iphone android corvette mustang ferrari porsche mercedes chelsea liverpool arsenal
  manchester barcelona yankees cowboys lakers steelers eagles packers cheese chocolate cookie banana orange purple yellow silver
  golden diamond killer hello helloworld hellohello hellokitty qwerty qwertyuiop azerty asdfgh asdfghjkl zxcvbn zxcvbnm
  correcthorsebatterystaple thisisapassword thisismypassword mypassword mypasswordis mysecretpassword mysupersecretpassword
  ihateyou ihatepasswords fuckyou fuckyoufuckyou nopassword nopasswords enterpassword enteryourpassword yourpassword
  newpassword oldpassword strongpassword securepassword longpassword verylongpassword averylongpassword supersecretpassword
  passwordpassword passwordforme passwordisapassword unitedstates unitedstatesofamerica america american newyork newyorkcity
  losangeles california washington texas florida chicago boston london paris berlin jesus jesuschrist jesuslovesme godisgood
  godblessyou ilovejesus ilovegod blessed heaven angel angels family mother father mommy daddy grandma grandpa baby babygirl
  babyboy sweetheart forever foreverandever friend friends bestfriend bestfriends nicole amanda melissa elizabeth william
  christopher alexander anthony benjamin samantha victoria natalie brandon justin tyler austin dallas phoenix maverick
  agency agencyagency agencyoperations agencypassword insurance insurancepassword company companyname companypassword service
  business office officeoffice manager supervisor support helpdesk password1password winteriscoming maytheforcebewithyou
  tobeornottobe thequickbrownfox thequickbrownfoxjumpsoverthelazydog onceuponatime loremipsum loremipsumdolor
  loremipsumdolorsitamet opensesame abracadabra supercalifragilisticexpialidocious`.split(/\s+/),
);
