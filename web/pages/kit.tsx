import { useState } from 'preact/hooks';
import { t } from '../app/texts.ts';
import { Badge, type Tone } from '../design/badge.tsx';
import { Button, Segments } from '../design/button.tsx';
import { Chart } from '../design/chart.tsx';
import { Confirm } from '../design/dialog.tsx';
import { Counter, Picks, SelectField, Switch, TextField } from '../design/field.tsx';
import { Card, Facts, Page } from '../design/layout.tsx';
import { Empty, Note, Skeleton } from '../design/states.tsx';
import { Swatches } from '../design/swatches.tsx';
import { say } from '../design/toast.tsx';
import { Conflict } from '../resource/conflict.tsx';

const tones: readonly Tone[] = ['good', 'bad', 'warn', 'wait', 'idle', 'unknown'];
const nothing = () => {
  say(t('Pressed.'));
};

/** Every component in every state, for those who review the looks. */
export function View() {
  return (
    <Page title="Kit" lead="Every component in every state. A page is composed of these.">
      <Card title="Colour">
        <Swatches />
      </Card>
      <div class="columns is-even">
        <Buttons />
        <Fields />
        <States />
        <Charts />
        <Card title="Loading">
          <Skeleton />
        </Card>
        <Card title="Empty" isFlush>
          <Empty icon="device" title="No device yet" actions={<Button kind="first">Add</Button>}>
            Access points, switches and controllers belong here.
          </Empty>
        </Card>
      </div>
    </Page>
  );
}

function Buttons() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Buttons">
      <div class="wrap">
        <Button kind="first" onPress={nothing}>
          Publish
        </Button>
        <Button icon="download">CSV</Button>
        <Button kind="quiet">Cancel</Button>
        <Button
          kind="harm"
          icon="power"
          onPress={() => {
            setAsking(true);
          }}
        >
          Reboot
        </Button>
        <Button isDisabled>Disabled</Button>
        <Button size="small">Small</Button>
        <Button size="large">Large</Button>
        <Button icon="edit" label="Edit" />
      </div>
      <Segments
        label="Period"
        value="a"
        options={[
          ['a', '24 h'],
          ['b', '7 d'],
        ]}
        onChoose={nothing}
      />
      {isAsking && (
        <Confirm
          title="Reboot ap-lobby-1?"
          action="Reboot"
          typed="ap-lobby-1"
          onConfirm={() => Promise.resolve()}
          onClose={() => {
            setAsking(false);
          }}
        >
          Who is connected through it loses the connection.
        </Confirm>
      )}
    </Card>
  );
}

function Fields() {
  const [text, setText] = useState('ap-lobby-3');
  const [isOn, setOn] = useState(true);
  const [count, setCount] = useState(10);
  return (
    <Card title="Fields">
      <TextField label="Name" hint="As printed on the device." value={text} onInput={setText} />
      <TextField
        label="Address"
        error="Expected an IPv4 or IPv6 address."
        value="300.1.2.3"
        onInput={nothing}
        isMono
      />
      <SelectField label="Type" value="a" options={[['a', 'OpenWrt']]} onChoose={nothing} />
      <Switch label="Poll this device" isOn={isOn} onChange={setOn} />
      <Picks
        label="How long?"
        value="a"
        options={[
          ['a', '1 day', 'from the first login'],
          ['b', '3 hours', 'while online'],
        ]}
        onChoose={nothing}
      />
      <Counter label="How many?" value={count} max={500} onChange={setCount} />
    </Card>
  );
}

function States() {
  return (
    <Card title="States">
      <div class="wrap">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <Note>Gatehouse was upgraded.</Note>
      <Note kind="good">First packet received.</Note>
      <Note kind="warn">This setting drifted.</Note>
      <Note kind="bad">The device refused the login.</Note>
      <Conflict
        differences={[{ name: 'description', mine: 'Lobby', theirs: 'Bar' }]}
        onMine={nothing}
        onTheirs={nothing}
      />
      <Facts
        facts={[
          ['Type', 'OpenWrt'],
          ['MAC', <code key="mac">02-00-5E-00-53-A1</code>],
        ]}
      />
    </Card>
  );
}

const hour = 3600;
const start = 1_795_800_000;
const times = Array.from({ length: 24 }, (_, index) => start + index * hour);
const wave = (size: number) => times.map((_, index) => size * (1.2 + Math.sin(index / 3)));

function Charts() {
  return (
    <Card title="Charts">
      <Chart
        label="Traffic"
        times={times}
        series={[
          { name: 'down', values: wave(20), colour: 1 },
          { name: 'up', values: wave(5), colour: 2 },
        ]}
        format={(value) => value.toFixed(0)}
      />
      <Chart
        label="Logins"
        kind="bars"
        times={times}
        series={[{ name: 'rejected', values: wave(9), colour: 4 }]}
        format={(value) => value.toFixed(0)}
      />
    </Card>
  );
}
