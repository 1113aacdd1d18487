// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {BridgeExecutor, Delivery} from "./BridgeExecutor.sol";

/// @title The devnet's bridge, one on each chain. It receives tokens on the source chain and pays them out of its own
/// liquidity on the destination chain, where it can call a contract with them. A trusted relayer carries the messages.
contract DevnetBridge {
    using SafeERC20 for IERC20;

    /// @notice A transfer that the payer's transaction orders.
    /// @param quoteId The id of its quote.
    /// @param token The token that the sender pays, and `amount` of it in base units.
    /// @param deadline The last second, in the source chain's time, at which the order is accepted.
    struct Order {
        bytes32 quoteId;
        address token;
        uint256 amount;
        uint256 toChainId;
        uint256 deadline;
        Delivery delivery;
    }

    struct Locked {
        address sender;
        address token;
        uint256 amount;
    }

    address public immutable relayer;
    BridgeExecutor public immutable executor;

    /// @notice The tokens that a refund of a deposit on this chain returns; empty after the refund.
    mapping(bytes32 depositId => Locked) public locked;
    /// @notice The deposits on other chains that were paid out here.
    mapping(bytes32 depositId => bool) public isFilled;

    uint256 private depositCount;

    event Deposited(bytes32 indexed depositId, address indexed sender, Order order);
    event Filled(bytes32 indexed depositId, address token, uint256 amount, bool isCallDone, uint256 toFallback);
    event Refunded(bytes32 indexed depositId, address indexed sender, address token, uint256 amount);

    error QuoteExpired(uint256 deadline);
    error OnlyRelayer();
    error AlreadyFilled(bytes32 depositId);
    error NothingLocked(bytes32 depositId);

    modifier onlyRelayer() {
        if (msg.sender != relayer) revert OnlyRelayer();
        _;
    }

    constructor(address relayer_) {
        relayer = relayer_;
        executor = new BridgeExecutor();
    }

    /// @notice Collects the tokens of the sender, who has approved this contract, and orders their delivery on another
    /// chain.
    /// @return depositId A unique id, even if the chain reverts to an earlier state and continues differently.
    function deposit(Order calldata order) external returns (bytes32 depositId) {
        if (block.timestamp > order.deadline) revert QuoteExpired(order.deadline);
        depositId = keccak256(abi.encode(block.chainid, ++depositCount, block.timestamp, msg.sender, order));
        locked[depositId] = Locked(msg.sender, order.token, order.amount);
        IERC20(order.token).safeTransferFrom(msg.sender, address(this), order.amount);
        emit Deposited(depositId, msg.sender, order);
    }

    /// @notice Pays out a deposit from another chain, once.
    function fill(bytes32 depositId, Delivery calldata delivery) external onlyRelayer {
        if (isFilled[depositId]) revert AlreadyFilled(depositId);
        isFilled[depositId] = true;
        IERC20(delivery.token).safeTransfer(address(executor), delivery.amount);
        (bool isCallDone, uint256 toFallback) = executor.execute(delivery);
        emit Filled(depositId, delivery.token, delivery.amount, isCallDone, toFallback);
    }

    /// @notice Refunds a deposit on this chain to its sender, once.
    function refund(bytes32 depositId) external onlyRelayer {
        Locked memory deposited = locked[depositId];
        if (deposited.amount == 0) revert NothingLocked(depositId);
        delete locked[depositId];
        IERC20(deposited.token).safeTransfer(deposited.sender, deposited.amount);
        emit Refunded(depositId, deposited.sender, deposited.token, deposited.amount);
    }
}
