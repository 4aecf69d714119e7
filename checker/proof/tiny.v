(* The best play of a tiny game, proved: README.md says what. The rules are also in tiny.toml, for the program. *)
From Coq Require Import QArith Qminmax Lqa Bool.
Open Scope Q_scope.

(* What may still happen in a game for one player. *)
Inductive game :=
  | End
  | Pay (points : Q) (rest : game)
  | Die (one two three : game)   (* a die with three faces is thrown *)
  | Either (this that : game).   (* the player decides *)

(* The expected score of play that takes the better side of every decision. *)
Fixpoint best (g : game) : Q :=
  Qred match g with
  | End => 0
  | Pay points rest => points + best rest
  | Die one two three => (best one + best two + best three) / 3
  | Either this that => Qmax (best this) (best that)
  end.

(* `earns g v`: some strategy has the expected score v. It may decide by all that has happened, and by chance (`mixed`). *)
Inductive earns : game -> Q -> Prop :=
  | at_the_end : earns End 0
  | paid points rest v : earns rest v -> earns (Pay points rest) (points + v)
  | thrown one two three u v w : earns one u -> earns two v -> earns three w -> earns (Die one two three) ((u + v + w) / 3)
  | takes_this this that v : earns this v -> earns (Either this that) v
  | takes_that this that v : earns that v -> earns (Either this that) v
  | mixed g p v w : 0 <= p -> p <= 1 -> earns g v -> earns g w -> earns g (p * v + (1 - p) * w)
  | equal g v w : v == w -> earns g v -> earns g w.

Theorem no_strategy_is_better : forall g v, earns g v -> v <= best g.
Proof.
  induction 1; cbn [best]; rewrite ?Qred_correct.
  - lra.
  - lra.
  - unfold Qdiv. change (/ 3) with (1 # 3). lra.
  - pose proof (Q.le_max_l (best this) (best that)). lra.
  - pose proof (Q.le_max_r (best this) (best that)). lra.
  - nra.
  - lra.
Qed.

Theorem some_strategy_is_best : forall g, earns g (best g).
Proof.
  induction g; cbn [best];
    (eapply equal; [symmetry; apply Qred_correct |]).
  - apply at_the_end.
  - apply paid; assumption.
  - apply thrown; assumption.
  - destruct (Q.max_spec (best g1) (best g2)) as [[_ same] | [_ same]];
      (eapply equal; [symmetry; exact same |]).
    + apply takes_that; assumption.
    + apply takes_this; assumption.
Qed.

(* The rules: two dice, two rolls, and two boxes. A pair pays 5 points, chance the sum of the dice. A player may write a 0. *)
Record card := { pair_is_open : bool; chance_is_open : bool }.

Definition throw (after : nat -> game) : game := Die (after 1%nat) (after 2%nat) (after 3%nat).
Definition points (n : nat) : Q := inject_Z (Z.of_nat n).

Section Turn.
  Variable next : card -> game.

  Definition write_pair (open : card) (a b : nat) : game :=
    let rest := next {| pair_is_open := false; chance_is_open := chance_is_open open |} in
    Either (Pay (if Nat.eqb a b then 5 else 0) rest) (Pay 0 rest).

  Definition write_chance (open : card) (a b : nat) : game :=
    let rest := next {| pair_is_open := pair_is_open open; chance_is_open := false |} in
    Either (Pay (points (a + b)) rest) (Pay 0 rest).

  Definition write (open : card) (a b : nat) : game :=
    match pair_is_open open, chance_is_open open with
    | true, true => Either (write_pair open a b) (write_chance open a b)
    | true, false => write_pair open a b
    | false, true => write_chance open a b
    | false, false => End
    end.

  Definition turn (open : card) : game :=
    throw (fun a => throw (fun b =>
      Either (write open a b)
        (Either (throw (fun c => throw (fun d => write open c d)))      (* keep none *)
          (Either (throw (fun c => write open a c))                     (* keep the first *)
                  (throw (fun c => write open c b)))))).                (* keep the second *)
End Turn.

Fixpoint turns (left : nat) (open : card) : game :=
  match left with
  | O => End
  | S fewer => turn (turns fewer) open
  end.

Definition tiny : game := turns 2 {| pair_is_open := true; chance_is_open := true |}.

Theorem value_of_tiny : best tiny = 691 # 81.
Proof. vm_compute. reflexivity. Qed.

Theorem tiny_is_solved : earns tiny (691 # 81) /\ forall v, earns tiny v -> v <= 691 # 81.
Proof.
  rewrite <- value_of_tiny.
  split; [apply some_strategy_is_best | intros v; apply no_strategy_is_better].
Qed.

(* Coq lists the axioms that the proof uses: none. *)
Print Assumptions tiny_is_solved.
